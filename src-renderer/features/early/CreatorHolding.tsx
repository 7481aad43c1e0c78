import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { explorerAddress } from '../../format/address.ts'
import { countOf, formatPercent } from '../../format/number.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { creatorShares } from './early-text.ts'

type Creator = NonNullable<EarlyRecord['creator']>

interface Props {
  readonly network: NetworkId
  readonly creator: Creator
  /** A creator without a stored balance may hold some. */
  readonly mayHold: boolean
}

/** What the creator holds: directly, in contracts that it controls, and locked. */
export function CreatorHolding({ network, creator, mayHold }: Props) {
  const { address, contracts, locked } = creator
  const { total, own } = creatorShares(creator, mayHold)
  return (
    <div className="tags">
      <span>The creator</span>
      <Linked network={network} address={address} />
      <span>
        holds <strong className="num">{total}</strong>
        {contracts.length === 0 ? '.' : `: ${own} itself, the rest in ${countOf(contracts.length, 'contract')} that it or the owner controls:`}
      </span>
      {contracts.map((one) => (
        <Linked key={one.address} network={network} {...one} />
      ))}
      {locked.length === 0 ? null : <span>Not counted, because locked or vesting:</span>}
      {locked.map((one) => (
        <Linked key={one.address} network={network} {...one} />
      ))}
    </div>
  )
}

function Linked({ network, address, percentage }: { readonly network: NetworkId; readonly address: string; readonly percentage?: number }) {
  return (
    <span>
      <ExternalLink href={explorerAddress(network, address)}>
        <AddressText address={address} copy={false} />
      </ExternalLink>
      {percentage === undefined ? null : <span className="num"> {formatPercent(percentage)}</span>}
    </span>
  )
}
