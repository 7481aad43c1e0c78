import { ENTITY_WALLETS_MAX } from '../../../../src-shared/contract/limits.ts'
import { holdsOn, type CaseEntity } from '../../../../src-shared/domain/cases/claims.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { useChangeCase } from '../../../api/use-case.ts'
import { countOf } from '../../../format/number.ts'
import { selectWallets } from '../../../stores/selection.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from '../Inspector.module.css'

interface Props {
  readonly entity: CaseEntity
  readonly network: NetworkId
  readonly wallets: readonly string[]
}

/** An entity that contains some of the selected wallets. Offers to remove one, add the others, or split the entity. */
export function EntityRow({ entity: { id, rule, name, wallets: members }, network, wallets }: Props) {
  const change = useChangeCase()
  const [only] = wallets
  const here = members.filter((member) => holdsOn(member, network)).map(({ address }) => address)
  const missing = wallets.filter((address) => !here.includes(address))
  const title = name ?? (rule === 'owner_said' ? 'One owner' : 'Different owners')
  const remaining = members.filter(({ address }) => address !== only)
  const edit = (next: typeof members): void => change.mutate({ op: 'edit_entity', id, name, wallets: [...next] })
  return (
    <li className={styles['claim']}>
      <span className="case-tag tiny truncate">{title}</span>
      <span className={styles['claim-text']}>
        {rule === 'owner_said' ? 'joins' : 'keeps apart'} {countOf(members.length, 'wallet')}
      </span>
      <span className={styles['claim-actions']}>
        <Button kind="quiet" text="Select" onClick={() => selectWallets(here)} />
        {missing.length > 0 && members.length + missing.length <= ENTITY_WALLETS_MAX ? (
          <Button kind="quiet" disabled={change.isPending} onClick={() => edit([...members, ...missing.map((address) => ({ network, address }))])}>
            Add {countOf(missing.length, 'wallet')}
          </Button>
        ) : null}
        {wallets.length === 1 && remaining.length > 1 ? (
          <Button kind="quiet" disabled={change.isPending} text="Take out" onClick={() => edit(remaining)} />
        ) : null}
        <Button
          kind="quiet"
          disabled={change.isPending}
          aria-label={`Split ${title}`}
          text="Split"
          onClick={() => change.mutate({ op: 'delete_entity', id })}
        />
      </span>
    </li>
  )
}
