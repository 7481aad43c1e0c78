import type { NetworkId } from '../../../src-shared/networks.ts'
import { countOf, exactAmount, exactPrice, formatPrice, formatUsd } from '../../format/number.ts'
import { exactTime } from '../../format/time.ts'
import { displayName, type TokenNamer, type TokenName } from '../../format/token-name.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import type { Tone } from '../../ui/Tag.tsx'
import { cx } from '../../ui/cx.ts'
import { CopyButton } from '../../ui/Copy.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Icon } from '../../ui/Icon.tsx'
import { TxLink } from '../../ui/TxLink.tsx'
import { Amount, TapeTime } from '../../ui/Value.tsx'
import { tradePrice } from './price/candles.ts'
import type { TradeRow } from './tape/trade-rows.ts'
import { tradeKey } from './notes/trade-notes.ts'
import styles from './TradesView.module.css'
import { ROLE_TEXT, type WalletRole } from './wallet-roles.ts'

const SIDES = { buy: 'Buy', sell: 'Sell', route: 'Route' } as const

interface Options {
  readonly network: NetworkId
  readonly symbol: string | null
  readonly nameOf: TokenNamer
  readonly roleOf: ReadonlyMap<string, WalletRole>
  /** The number of notes in the open case on each trade, by `tradeKey`. */
  readonly notes: ReadonlyMap<string, number>
  readonly onNotes: (row: TradeRow) => void
  /** Quote token and its name; null before any is known. */
  readonly quote: { readonly id: string; readonly name: string } | null
}

/** Not sortable: rows come newest first, and sorting a partial list would mislead. */
export function tradeColumns({ network, symbol, nameOf, roleOf, notes, onNotes, quote }: Options): Column<TradeRow>[] {
  const price = (row: TradeRow): number | null => (quote === null ? null : tradePrice(row, quote.id))
  return [
    {
      id: 'time',
      header: 'Time',
      csvHeader: 'time (utc)',
      description: 'Time ago within a day, otherwise the time in UTC',
      isRequired: true,
      width: 152,
      cell: (row) => <TapeTime at={row.time} />,
      csv: (row) => (row.time === null ? null : exactTime(row.time)),
    },
    {
      id: 'side',
      header: 'Side',
      width: 46,
      cell: (row) => <span className={`side side-${row.side}`}>{SIDES[row.side]}</span>,
      csv: (row) => row.side,
    },
    {
      id: 'amount',
      header: symbol ?? 'Amount',
      csvHeader: 'amount',
      width: 74,
      align: 'end',
      cell: (row) => <Amount value={row.amount} />,
      csv: (row) => row.amount,
    },
    {
      id: 'price',
      header: 'Price',
      width: 84,
      align: 'end',
      description: `What one token cost${quote === null ? '' : ` in ${quote.name}`}; – if traded against another token`,
      cell: (row) => (
        <span className="num" title={exactPrice(price(row))}>
          {formatPrice(price(row))}
        </span>
      ),
      csv: price,
    },
    {
      id: 'other',
      header: 'Quote',
      width: 138,
      grow: 1,
      dropPriority: 5,
      align: 'end',
      cell: (row) => (
        <>
          <span className="truncate">
            <Amount value={row.other.amount} /> <TokenLabel address={row.other.address} found={nameOf(row.other.address)} />
          </span>
          <CopyButton text={row.other.address} label="Copy the quote token address" inRow />
        </>
      ),
      csv: (row) => `${row.other.amount} ${row.other.address}`,
    },
    {
      id: 'usd',
      header: 'Value',
      width: 72,
      dropPriority: 4,
      align: 'end',
      description: 'In US dollars at the time of the trade; – if no price is known',
      cell: (row) => (
        <span className="num" title={row.usd === null ? 'No price known' : `$${exactAmount(row.usd)}`}>
          {formatUsd(row.usd)}
        </span>
      ),
      csv: (row) => row.usd,
    },
    {
      id: 'class',
      header: 'Role',
      width: 84,
      dropPriority: 3,
      description: 'Role of the trading wallet; empty if it is on no list',
      cell: (row) => <RoleMark found={roleOf.get(row.signer)} />,
      csv: (row) => roleOf.get(row.signer)?.name ?? null,
    },
    {
      id: 'signer',
      header: 'Wallet',
      width: 116,
      grow: 1,
      cell: (row) => <AddressText address={row.signer} inRow />,
      csv: (row) => row.signer,
    },
    {
      id: 'dex',
      header: 'Venue',
      width: 88,
      grow: 1,
      dropPriority: 2,
      cell: (row) => (
        <span className="truncate" title={row.pool === null ? row.dex : `${row.dex}, pool ${row.pool}`}>
          {row.dex}
        </span>
      ),
      csv: (row) => row.dex,
    },
    {
      id: 'tx',
      header: 'Transaction',
      width: 104,
      dropPriority: 1,
      cell: (row) => <TxLink network={network} tx={row.tx} inRow title={`Block ${row.block}`} />,
      csv: (row) => row.tx,
    },
    {
      id: 'notes',
      header: 'Notes',
      width: 52,
      dropPriority: 0,
      align: 'end',
      description: 'Notes of the open case on this trade. Enter on the row opens them',
      cell: (row) => <NotesButton count={notes.get(tradeKey(row)) ?? 0} onOpen={() => onNotes(row)} />,
    },
  ]
}

/** The tab stop is the table row itself, on which Enter opens the notes. */
function NotesButton({ count, onOpen }: { count: number; onOpen: () => void }) {
  const label = count === 0 ? 'Add note to this trade' : countOf(count, 'note')
  return (
    <button
      type="button"
      className={cx(styles.notes, count > 0 && styles.noted)}
      aria-label={label}
      title={label}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        onOpen()
      }}
    >
      {count === 0 ? <Icon name="plus" size={14} /> : <span className="num">{count}</span>}
    </button>
  )
}

const NAME_SOURCE_TEXT: Readonly<Record<TokenName['by'], string>> = {
  listed: '',
  onchain: ': self-declared name. This token is on no list of known tokens, and anyone can use any name',
  address: ': on no list of known tokens',
}

function TokenLabel({ address, found }: { address: string; found: TokenName }) {
  return (
    <span className={found.by === 'address' ? 'quiet mono' : 'quiet'} title={`${address}${NAME_SOURCE_TEXT[found.by]}`}>
      {displayName(found)}
    </span>
  )
}

const ROLE_TONES: Partial<Record<WalletRole['name'], Tone>> = { insider: 'critical', bundler: 'warning', sniper: 'pool' }

function RoleMark({ found }: { found: WalletRole | undefined }) {
  if (found === undefined) return null
  const roleText = ROLE_TEXT[found.name]
  const cluster = found.cluster === null ? null : found.cluster + 1
  return (
    <span
      className={styles.class}
      data-class={found.name}
      data-tone={ROLE_TONES[found.name]}
      title={cluster === null || found.name === 'cluster' ? roleText.description : `${roleText.description}; in cluster ${cluster}`}
      style={found.name === 'cluster' && found.cluster !== null ? { color: `var(--cluster-${(found.cluster % 12) + 1})` } : undefined}
    >
      <i className={styles.classDot} />
      <span className={styles.roleName}>{found.name === 'cluster' ? `Cluster ${cluster ?? ''}` : roleText.label}</span>
    </span>
  )
}
