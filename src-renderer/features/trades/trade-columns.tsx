import type { NetworkId } from '../../../src-shared/networks.ts'
import { exactAmount, exactPrice, formatPrice, formatUsd } from '../../format/number.ts'
import { exactTime } from '../../format/time.ts'
import { nameWords, type NameOf, type TokenName } from '../../format/token-name.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import type { Column } from '../../ui/table/column.ts'
import { TxLink } from '../../ui/TxLink.tsx'
import { Amount, TapeTime } from '../../ui/Value.tsx'
import { priceOf } from './candles.ts'
import type { TradeRow } from './trade-rows.ts'
import styles from './TradesView.module.css'
import { CLASS_WORDS, type WalletClass } from './wallet-classes.ts'

const SIDES = { buy: 'Buy', sell: 'Sell', route: 'Route' } as const

interface Options {
  readonly network: NetworkId
  readonly symbol: string | null
  readonly nameOf: NameOf
  readonly classOf: ReadonlyMap<string, WalletClass>
  /** What the price is in, and its name; null before any is known. */
  readonly quote: { readonly id: string; readonly name: string } | null
}

/** No sorting: the rows come newest first, and an order over half of them would mislead. */
export function tradeColumns({ network, symbol, nameOf, classOf, quote }: Options): Column<TradeRow>[] {
  const price = (row: TradeRow): number | null => (quote === null ? null : priceOf(row, quote.id))
  return [
    {
      id: 'time',
      header: 'Time (UTC)',
      stays: true,
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
      explain: `What one token cost${quote === null ? '' : ` in ${quote.name}`}; – if traded against another token`,
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
      gives: 3,
      align: 'end',
      cell: (row) => (
        <>
          <span className="truncate">
            <Amount value={row.other.amount} /> <OtherName address={row.other.address} found={nameOf(row.other.address)} />
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
      gives: 2,
      align: 'end',
      explain: 'In US dollars at the time of the trade; – if no price is known',
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
      gives: 1,
      explain: 'Role of the trading wallet; empty if it is on no list',
      cell: (row) => <ClassMark found={classOf.get(row.signer)} />,
      csv: (row) => classOf.get(row.signer)?.name ?? null,
    },
    {
      id: 'signer',
      header: 'Wallet',
      width: 104,
      grow: 1,
      cell: (row) => <AddressText address={row.signer} inRow />,
      csv: (row) => row.signer,
    },
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
      csv: (row) => row.dex,
    },
    {
      id: 'tx',
      header: 'Transaction',
      width: 104,
      cell: (row) => <TxLink network={network} tx={row.tx} inRow title={`Block ${row.block}`} />,
      csv: (row) => row.tx,
    },
  ]
}

const NAMED_BY: Readonly<Record<TokenName['by'], string>> = {
  listed: '',
  told: ': self-declared name. This token is on no list of known tokens, and anyone can use any name',
  address: ': on no list of known tokens',
}

function OtherName({ address, found }: { address: string; found: TokenName }) {
  return (
    <span className={found.by === 'address' ? 'quiet mono' : 'quiet'} title={`${address}${NAMED_BY[found.by]}`}>
      {nameWords(found)}
    </span>
  )
}

function ClassMark({ found }: { found: WalletClass | undefined }) {
  if (found === undefined) return null
  const words = CLASS_WORDS[found.name]
  const cluster = found.cluster === null ? null : found.cluster + 1
  return (
    <span
      className={styles.class}
      data-class={found.name}
      title={cluster === null || found.name === 'cluster' ? words.means : `${words.means}; in cluster ${cluster}`}
      style={found.name === 'cluster' && found.cluster !== null ? { color: `var(--cluster-${(found.cluster % 12) + 1})` } : undefined}
    >
      <i className={styles.classDot} />
      <span className={styles.classWord}>{found.name === 'cluster' ? `Cluster ${cluster ?? ''}` : words.word}</span>
    </span>
  )
}
