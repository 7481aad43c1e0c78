import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { shortAddress } from '../../format/address.ts'
import { exactAmount, formatUsd } from '../../format/number.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Amount, TapeTime } from '../../ui/Value.tsx'
import type { TradeRow } from './trade-rows.ts'

const SIDES = { buy: 'Buy', sell: 'Sell', route: 'Route' } as const

/** No sorting: the pages come newest first, and an order over half of them would mislead. */
export function tradeColumns(network: NetworkId, symbol: string | null, symbols: ReadonlyMap<string, string>): Column<TradeRow>[] {
  const explorer = NETWORKS[network].explorer.tx
  const nameOf = (address: string): string => symbols.get(address) ?? (address === 'native' ? NETWORKS[network].native.symbol : shortAddress(address))
  return [
    { id: 'time', header: 'Time (UTC)', width: 152, cell: (row) => <TapeTime at={row.time} /> },
    { id: 'side', header: 'Side', width: 48, cell: (row) => <span className={`side side-${row.side}`}>{SIDES[row.side]}</span> },
    { id: 'amount', header: symbol ?? 'Amount', width: 74, align: 'end', cell: (row) => <Amount value={row.amount} /> },
    {
      id: 'other',
      header: 'Against',
      width: 138,
      grow: 1,
      align: 'end',
      cell: (row) => (
        <span title={row.other.address}>
          <Amount value={row.other.amount} /> <span className="quiet">{nameOf(row.other.address)}</span>
        </span>
      ),
    },
    {
      id: 'usd',
      header: 'Value',
      width: 72,
      align: 'end',
      explain: 'In US dollars at the time of the trade; a dash where no price is known',
      cell: (row) => (
        <span className="num" title={row.usd === null ? 'No price known' : `$${exactAmount(row.usd)}`}>
          {formatUsd(row.usd)}
        </span>
      ),
    },
    { id: 'signer', header: 'Wallet', width: 108, grow: 1, cell: (row) => <AddressText address={row.signer} inRow /> },
    {
      id: 'dex',
      header: 'Venue',
      width: 88,
      grow: 1,
      cell: (row) => (
        <span className="truncate" title={row.pool === null ? row.dex : `${row.dex}, pool ${row.pool}`}>
          {row.dex}
        </span>
      ),
    },
    {
      id: 'tx',
      header: 'Transaction',
      width: 104,
      cell: (row) => (
        <span className="address" title={`Block ${row.block}`}>
          <ExternalLink href={explorer.replace('{tx}', row.tx)}>
            <span className="mono">{shortAddress(row.tx)}</span>
          </ExternalLink>
          <CopyButton text={row.tx} label="Copy transaction id" inRow />
        </span>
      ),
    },
  ]
}
