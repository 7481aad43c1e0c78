import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { IN_COMMON_MAX } from '../../../src-shared/contract/limits.ts'
import { distinctSymbol } from '../../../src-shared/domain/shown.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { tokensQuery } from '../../api/service-queries.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { TableTools } from '../../ui/TableTools.tsx'
import styles from './Common.module.css'

interface Props {
  network: NetworkId
  chosen: readonly string[]
  onChange: (tokens: readonly string[]) => void
}

/** Stored tokens of a network, some of them ticked. */
export function TokenChoice({ network, chosen, onChange }: Props) {
  const [filter, setFilter] = useState('')
  const wanted = useDeferredValue(filter.trim())
  const found = useQuery(tokensQuery(useClient(), wanted)).data?.value.tokens.filter((token) => token.network === network) ?? []
  const isFull = chosen.length >= IN_COMMON_MAX
  return (
    <fieldset className={styles['tokens']}>
      <legend className="visually-hidden">Tokens</legend>
      <TableTools
        filter={filter}
        onFilter={setFilter}
        placeholder="Name, symbol or address"
        count={`${chosen.length} of at most ${IN_COMMON_MAX} chosen`}
      />
      <div className={styles['tokenList']}>
        {found.map(({ address, name }) => {
          const isChosen = chosen.includes(address)
          return (
            <Checkbox
              key={address}
              className={styles['token']}
              title={`${name ?? ''} ${address}`.trim()}
              checked={isChosen}
              disabled={!isChosen && isFull}
              onCheck={() => onChange(isChosen ? chosen.filter((one) => one !== address) : [...chosen, address])}
            >
              <Avatar address={address} size={16} />
              <span className="truncate">{distinctSymbol(found, address)}</span>
            </Checkbox>
          )
        })}
        {found.length === 0 ? <p className="quiet">No stored token of this network matches.</p> : null}
      </div>
    </fieldset>
  )
}
