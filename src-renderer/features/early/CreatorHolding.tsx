import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { explorerAddress } from '../../format/address.ts'
import { countOf, formatPercent } from '../../format/number.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'

type Creator = NonNullable<EarlyRecord['creator']>

/** What the creator holds: directly, in contracts that it controls, and locked. */
export function CreatorHolding({ network, creator }: { readonly network: NetworkId; readonly creator: Creator }) {
  const { address, percentage, total_percentage: total, contracts, locked } = creator
  return (
    <div className="tags">
      <span>The creator</span>
      <Linked network={network} address={address} />
      <span>
        holds <strong className="num">{formatPercent(total)}</strong>
        {contracts.length === 0
          ? '.'
          : `: ${formatPercent(percentage)} itself, the rest in ${countOf(contracts.length, 'contract')} that it or the owner controls:`}
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
