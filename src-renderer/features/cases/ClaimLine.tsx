import { shortAddress } from '../../../src-shared/domain/shown.ts'
import type { CaseEntity, CaseTag, TagNetwork } from '../../../src-shared/domain/cases/claims.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useChangeCase } from '../../api/use-case.ts'
import { CASE_TAG_KIND_TEXT, confidenceText } from '../../format/case-tag-text.ts'
import { countOf } from '../../format/number.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import styles from './Cases.module.css'

const networkName = (network: TagNetwork): string => (network === 'evm' ? 'Every EVM network' : NETWORKS[network].name)

export function TagLine({ tag }: { readonly tag: CaseTag }) {
  const change = useChangeCase()
  const { network, address, name, kind, effect, note, source } = tag
  const details = [CASE_TAG_KIND_TEXT[kind], networkName(network), effect === 'hub' ? 'joins no wallets' : null, note, source, confidenceText(tag)]
  return (
    <li className={styles['claim']}>
      <span className="case-tag tiny truncate" title={name}>
        {name}
      </span>
      <span className={styles['claim-text']}>
        <Avatar address={address} />
        <span className="mono truncate" title={address}>
          {address}
        </span>
        <CopyButton text={address} label="Copy address" />
      </span>
      <span className="small dim breaks">{details.filter((each) => each !== null).join(' · ')}</span>
      <Button
        kind="quiet"
        disabled={change.isPending}
        aria-label={`Remove tag ${name} of ${address}`}
        text="Remove"
        onClick={() => change.mutate({ op: 'remove_tag', network, address, name })}
      />
    </li>
  )
}

export function EntityLine({ entity: { id, rule, name, wallets } }: { readonly entity: CaseEntity }) {
  const change = useChangeCase()
  const title = name ?? (rule === 'owner_said' ? 'One owner' : 'Different owners')
  return (
    <li className={styles['claim']}>
      <span className="case-tag tiny truncate" title={title}>
        {title}
      </span>
      <span className={styles['claim-text']} title={wallets.map(({ address }) => address).join('\n')}>
        <span className="truncate">
          {rule === 'owner_said' ? 'One owner of' : 'Different owners of'} {countOf(wallets.length, 'wallet')}:{' '}
          <span className="mono">{wallets.map(({ address }) => shortAddress(address)).join(' ')}</span>
        </span>
      </span>
      <Button
        kind="quiet"
        disabled={change.isPending}
        aria-label={`Split ${title}`}
        text="Split"
        onClick={() => change.mutate({ op: 'delete_entity', id })}
      />
    </li>
  )
}
