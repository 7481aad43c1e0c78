import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { shortAddress } from '../../format/address.ts'
import { exactAmount, formatUsd } from '../../format/number.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Age, Amount } from '../../ui/Value.tsx'
import type { TradeRow } from './trade-rows.ts'

const SIDES = { buy: 'Buy', sell: 'Sell', route: 'Route' } as const

/** No sorting: the pages come newest first, and an order over half of them would mislead. */
export function tradeColumns(network: NetworkId, symbol: string | null, symbols: ReadonlyMap<string, string>): Column<TradeRow>[] {
  const explorer = NETWORKS[network].explorer.tx
  const nameOf = (address: string): string => symbols.get(address) ?? (address === 'native' ? NETWORKS[network].native.symbol : shortAddress(address))
  return [
    { id: 'time', header: 'Age', width: 84, cell: (row) => <Age at={row.time} /> },
    { id: 'side', header: 'Side', width: 56, cell: (row) => <span className={`side side-${row.side}`}>{SIDES[row.side]}</span> },
    { id: 'amount', header: symbol ?? 'Amount', width: 96, align: 'end', cell: (row) => <Amount value={row.amount} unit={symbol} /> },
    { id: 'other', header: 'Against', width: 130, grow: 1, align: 'end', cell: (row) => <span title={row.other.address}><Amount value={row.other.amount} /> <span className="quiet">{nameOf(row.other.address)}</span></span> },
    { id: 'usd', header: 'Value', width: 84, align: 'end', explain: 'In US dollars at the time of the trade; a dash where no price is known', cell: (row) => <span className="num" title={row.usd === null ? 'No price known' : `$${exactAmount(row.usd)}`}>{formatUsd(row.usd)}</span> },
    { id: 'signer', header: 'Wallet', width: 150, grow: 1, cell: (row) => <AddressText address={row.signer} inRow /> },
    { id: 'dex', header: 'Exchange', width: 120, grow: 1, cell: (row) => <span className="truncate" title={row.pool === null ? undefined : `Pool ${row.pool}`}>{row.dex}</span> },
    { id: 'block', header: 'Block', width: 100, align: 'end', cell: (row) => <span className="num quiet">{row.block}</span> },
    {
      id: 'tx', header: 'Transaction', width: 132, cell: (row) => (
        <span className="address"><ExternalLink href={explorer.replace('{tx}', row.tx)}><span className="mono">{shortAddress(row.tx)}</span></ExternalLink><CopyButton text={row.tx} label="Copy transaction id" inRow /></span>
      ),
    },
  ]
}
