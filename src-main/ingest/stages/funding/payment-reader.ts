import { z } from 'zod'
import { formatTokenKey, type Address, type TokenKey } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type DollarPayment, type Transfer } from '../../../../src-shared/domain/events.ts'
import { NETWORKS, type NetworkFamily } from '../../../../src-shared/networks.ts'
import type { NativePayments, PaymentsQuery } from '../../../chains/adapter.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import { stableDecimals } from '../../../prices/quotes.ts'
import type { ReadContext } from '../stage.ts'
import type { FundingProgress } from './first-funders.ts'
import { paymentQueryKey } from './payment-queries.ts'

/**
 * Upper bound of transactions per read of a token, by their cost: one call each on Solana, a search of historical state on EVM, a row of a list on
 * Sui.
 */
const MAX_TRANSACTIONS: Readonly<Record<NetworkFamily, number>> = { solana: 2_000, evm: 600, sui: 10_000 }
/** Families whose adapters read the price of the native coin at an old block. It needs historical state, as payments on EVM do. */
const READS_OLD_PRICES: Readonly<Record<NetworkFamily, boolean>> = { solana: false, evm: true, sui: false }
/** Upper bound of queries per read of a token. Each costs a few calls even if it finds nothing. */
const MAX_QUERIES = 600
const MAX_CONCURRENT_QUERIES = 8

/** The Unix seconds up to which each query was read, by its key. */
const readUntilSchema = z.record(z.string(), z.number())

/** Runs payment queries within the budget of one read. The payments read are stored, so the next read continues from there. */
export interface PaymentReader {
  /** Runs the queries that can return new payments. Stores all payments and returns the native ones. */
  read(queries: readonly PaymentsQuery[]): Promise<Transfer[]>
  /** Sentences about payments that were left out. */
  notes(): string[]
}

type TokenStore = Pick<ReadContext, 'store' | 'token'>

const settingName = (token: TokenKey): string => `payments-read:${formatTokenKey(token)}`

async function loadReadUntil({ store, token }: TokenStore): Promise<Record<string, number>> {
  const text = await store.read.setting(settingName(token))
  return text === null ? {} : readUntilSchema.parse(JSON.parse(text))
}

const saveReadUntil = ({ store, token }: TokenStore, readUntil: Readonly<Record<string, number>>): Promise<void> =>
  store.write.saveSetting({ name: settingName(token), value: JSON.stringify(readUntil) })

/** The next read requests payments since `time` (Unix seconds) again. */
export async function forgetPaymentsSince(of: TokenStore, time: number): Promise<void> {
  const readUntil = Object.entries(await loadReadUntil(of))
  if (!readUntil.some(([, until]) => until > time)) return
  await saveReadUntil(of, Object.fromEntries(readUntil.map(([key, until]) => [key, Math.min(until, time)])))
}

export async function openPaymentReader(context: ReadContext, counter: FundingProgress): Promise<PaymentReader> {
  const { token } = context
  const readUntil = await loadReadUntil(context)
  const budget = new Budget(MAX_TRANSACTIONS[NETWORKS[token.network].family])

  async function readNext(query: PaymentsQuery, group: readonly Address[]): Promise<readonly Transfer[]> {
    const key = paymentQueryKey(query)
    const since = Math.max(query.since, readUntil[key] ?? 0)
    const found = await budget.run(query.most, () => context.adapter.payments({ ...query, since }, context.head, context.signal, group))
    const payments = found === null ? [] : await savePayments(context, found.rows)
    if (found !== null) readUntil[key] = query.until
    counter.read += 1
    context.progress(counter.read, counter.total)
    return payments
  }

  return {
    async read(queries) {
      const open = queries.filter((query) => (readUntil[paymentQueryKey(query)] ?? -1) < query.until)
      counter.total += open.length
      const group = open.map(({ wallet }) => wallet)
      const found = await mapLimited(open, MAX_CONCURRENT_QUERIES, (query) => readNext(query, group))
      await saveReadUntil(context, readUntil)
      return found.flat()
    },
    notes: () => budget.notes(),
  }
}

/** Stores payments; returns the native ones. */
async function savePayments(context: ReadContext, rows: readonly Transfer[]): Promise<readonly Transfer[]> {
  const {
    store,
    token: { network },
  } = context
  const native = rows.filter((row) => row.token === NATIVE)
  const dollars = await Promise.all(rows.flatMap((row) => dollarPayment(context, row) ?? []))
  if (native.length > 0) await store.write.saveNativeTransfers({ network, rows: native })
  if (dollars.length > 0) await store.write.saveDollarPayments({ network, rows: dollars })
  return native
}

/** Null unless the transfer is of a stablecoin. */
function dollarPayment({ adapter, token: { network }, signal }: ReadContext, transfer: Transfer): Promise<DollarPayment> | null {
  const { from, to, token: coin, raw, tx, position, time } = transfer
  const decimals = stableDecimals(network, coin)
  if (decimals === null) return null
  const { block } = position
  const price = READS_OLD_PRICES[NETWORKS[network].family] ? adapter.nativePrice?.({ number: block }, signal) : undefined
  return (price ?? Promise.resolve(null)).then((coinUsd) => ({ from, to, token: coin, raw, decimals, coinUsd, tx, block, time }))
}

/** The budget of one read for payment queries, and its use. */
class Budget {
  #transactionsLeft: number
  /** The most that running queries may spend. */
  #reserved = 0
  #released = Promise.withResolvers<null>()
  #run = 0
  #skipped = 0
  #incomplete = 0
  readonly #sources = new Set<string>()

  constructor(transactions: number) {
    this.#transactionsLeft = transactions
  }

  /** Runs a query that inspects up to `most` transactions; null if the budget is spent. Waits while running queries may spend the rest of it. */
  async run(most: number, query: () => Promise<NativePayments>): Promise<NativePayments | null> {
    while (this.#transactionsLeft > 0 && this.#reserved >= this.#transactionsLeft) await this.#released.promise
    if (this.#transactionsLeft <= 0 || this.#run >= MAX_QUERIES) {
      this.#skipped += 1
      return null
    }
    this.#run += 1
    this.#reserved += most
    try {
      const payments = await query()
      this.#transactionsLeft -= payments.inspected
      if (!payments.complete) this.#incomplete += 1
      this.#sources.add(payments.means)
      return payments
    } finally {
      this.#reserved -= most
      this.#released.resolve(null)
      this.#released = Promise.withResolvers()
    }
  }

  notes(): string[] {
    const by = [...this.#sources].sort().join(' and ')
    const skipped = `Payments between wallets were searched (by ${by}) in ${this.#run} periods; the next read searches ${this.#skipped} more.`
    const incomplete = `Only the beginning of ${this.#incomplete} busy periods was searched for payments (by ${by}).`
    return [...(this.#skipped === 0 ? [] : [skipped]), ...(this.#incomplete === 0 ? [] : [incomplete])]
  }
}
