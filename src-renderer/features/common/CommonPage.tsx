import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { splitAddresses } from '../../../src-shared/domain/address-list.ts'
import { NETWORK_IDS, NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { tokensQuery } from '../../api/service-queries.ts'
import { QueryFailure } from '../../ui/Failure.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import styles from './Common.module.css'
import { Compared } from './Compared.tsx'
import { SerialList } from './SerialList.tsx'
import { TokenChoice } from './TokenChoice.tsx'

const LISTS = [
  { id: 'tokens', label: 'Compare tokens' },
  { id: 'serial', label: 'Serial wallets' },
] as const

/** What stored tokens have in common, and which wallets were early in several. */
export function CommonPage() {
  const search = useSearch({ from: '/common' })
  const navigate = useNavigate()
  const stored = useQuery(tokensQuery(useClient()))
  const networks = NETWORK_IDS.filter((id) => id === search.on || stored.data?.value.tokens.some(({ network }) => network === id))
  const on = search.on ?? stored.data?.value.tokens[0]?.network
  const list = search.list ?? 'tokens'
  const tokens = splitAddresses(search.tokens ?? '')
  return (
    <div className="page">
      <header className="page-head">
        <h1>In common</h1>
        <p className="quiet">Who stands behind several of the tokens stored on this machine.</p>
      </header>
      {stored.isPending ? <SkeletonRows rows={6} what="stored tokens" /> : null}
      <QueryFailure title="Could not load stored tokens" query={stored} />
      {stored.data !== undefined && on === undefined ? (
        <EmptyState icon="overlap" title="No tokens yet">
          <p>Once tokens are read or imported, this page shows the wallets, funders and deposit addresses that they share.</p>
        </EmptyState>
      ) : null}
      {on === undefined ? null : (
        <>
          <div className={styles['choices']}>
            <Segmented
              label="List"
              value={list}
              options={LISTS}
              onChange={(id) => void navigate({ to: '/common', search: { ...search, on, list: id === 'serial' ? id : undefined } })}
            />
            {networks.length < 2 ? (
              <span className="quiet">{NETWORKS[on].name}</span>
            ) : (
              <Segmented<NetworkId>
                label="Network"
                value={on}
                options={networks.map((id) => ({ id, label: NETWORKS[id].name }))}
                onChange={(id) => void navigate({ to: '/common', search: { on: id, ...(search.list === undefined ? {} : { list: search.list }) } })}
              />
            )}
          </div>
          {list === 'serial' ? (
            <SerialList key={on} network={on} />
          ) : (
            <>
              <TokenChoice
                network={on}
                chosen={tokens}
                onChange={(next) => void navigate({ to: '/common', search: { on, tokens: next.join(',') || undefined }, replace: true })}
              />
              {tokens.length < 2 ? (
                <EmptyState icon="overlap" title="Choose two or more tokens">
                  <p>This page then compares their wallets, funders and creators, and shows how unlikely the overlap is.</p>
                </EmptyState>
              ) : (
                <Compared key={on} network={on} tokens={tokens} />
              )}
            </>
          )}
        </>
      )}
    </div>
  )
}
