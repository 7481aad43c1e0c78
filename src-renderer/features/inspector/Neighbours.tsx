import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NeighbourList } from '../../../src-shared/contract/records/evidence.ts'
import { neighboursQuery } from '../../api/evidence-queries.ts'
import { useClient } from '../../api/service.tsx'
import { shortAddress } from '../../format/address.ts'
import { countOf, formatCount } from '../../format/number.ts'
import { addWallets, useGraphView } from '../../graph/view-store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { CaseTags } from '../../ui/CaseTags.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { QueryFailure } from '../../ui/Failure.tsx'
import { LabelTags } from '../../ui/LabelTags.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Percent } from '../../ui/Value.tsx'
import styles from './Inspector.module.css'
import { Block, type FactsProps } from './parts.tsx'

type Neighbour = NeighbourList['neighbours'][number]

/** Wallets that exchanged transfers with this one but are not in the graph. They are previewed before being added. */
export function Neighbours({ snapshot, index, wallet }: Pick<FactsProps, 'snapshot' | 'index'> & { readonly wallet: string }) {
  const [isRequested, setRequested] = useState(false)
  const query = useQuery({
    ...neighboursQuery(useClient(), { network: snapshot.network, address: snapshot.token_address }, wallet),
    enabled: isRequested,
  })
  const added = useGraphView((view) => view.added)
  const record = query.data?.value
  const unlisted = record === undefined ? 0 : record.total - record.neighbours.length
  const candidates = record?.neighbours.filter(({ address }) => !index.nodes.has(address) && !added.has(address)) ?? []
  return (
    <Block
      title="Not in this graph"
      aside={record === undefined ? null : <span className="small quiet">{outsideText(record.total, candidates.length + unlisted)}</span>}
    >
      {isRequested ? null : <Button kind="quiet" text="Load neighbours" onClick={() => setRequested(true)} />}
      <QueryFailure title="Could not load neighbours" query={query} />
      {isRequested && query.isPending ? <SkeletonRows rows={3} what="neighbours" /> : null}
      {record === undefined ? null : candidates.length === 0 ? (
        <p className="small quiet">
          {record.total === 0 ? 'No transfers to or from this wallet are stored.' : 'All stored neighbours are already in the graph.'}
        </p>
      ) : (
        <Preview key={wallet} wallet={wallet} candidates={candidates} more={unlisted} />
      )}
    </Block>
  )
}

function Preview({ wallet, candidates, more }: { readonly wallet: string; readonly candidates: readonly Neighbour[]; readonly more: number }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const picked = candidates.filter(({ address }) => chosen.has(address))
  const toggle = (address: string): void => {
    const next = new Set(chosen)
    if (!next.delete(address)) next.add(address)
    setChosen(next)
  }
  return (
    <>
      <ul className={styles['rows']}>
        {candidates.map((each) => (
          <li key={each.address}>
            <Checkbox className={styles['row']} title={each.address} checked={chosen.has(each.address)} onCheck={() => toggle(each.address)}>
              <Avatar address={each.address} />
              <CaseTags address={each.address} />
              <span className={each.label === null ? 'mono' : undefined}>{each.label ?? shortAddress(each.address)}</span>
              <LabelTags tags={each.tags} />
              <span className="small quiet truncate">{countOf(each.links.filter((link) => touches(link, wallet)).length, 'link')}</span>
              {each.is_holder ? <Percent value={each.percentage} /> : null}
            </Checkbox>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="small quiet">and {formatCount(more)} more not listed</p> : null}
      <div className={styles['actions']}>
        <Button
          text={picked.length === 0 ? 'Add to graph' : `Add ${picked.length} to graph`}
          onClick={() => addWallets(picked)}
          disabled={picked.length === 0}
        />
        <Button
          kind="quiet"
          text={picked.length === candidates.length ? 'Select none' : 'Select all'}
          onClick={() => setChosen(new Set(picked.length === candidates.length ? [] : candidates.map(({ address }) => address)))}
        />
      </div>
    </>
  )
}

/** "3 of 4 neighbours": the others are already in the graph. */
function outsideText(all: number, outside: number): string {
  return outside === all ? countOf(all, 'neighbour') : `${formatCount(outside)} of ${countOf(all, 'neighbour')}`
}

function touches(link: Neighbour['links'][number], wallet: string): boolean {
  return link.source === wallet || link.target === wallet
}
