import { z } from 'zod'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type DollarPayment, type Transfer } from '../../../../src-shared/domain/events.ts'
import type { Funding } from '../../../../src-shared/domain/token.ts'
import { NETWORKS, type NetworkFamily } from '../../../../src-shared/networks.ts'
import type { PaymentsQuestion } from '../../../chains/adapter.ts'
import { dollarDecimals, quotesOf } from '../../../prices/quotes.ts'
import { hubsAmong } from '../decide.ts'
import { commonFunders, keyOf, wantedOnwards, wantedPayments, wantedRecipients, type Known } from './payment-queries.ts'
import { storedToken, type StageContext } from '../stage.ts'
import { kindsOf } from '../accounts.ts'
import { readFirstFunders } from './first-funders.ts'

/** Transactions looked through in one read, by what one costs: a whole call on Solana, a search of old state on EVM, a line of a list on Sui. */
const BUDGET: Readonly<Record<NetworkFamily, number>> = { solana: 2_000, evm: 600, sui: 10_000 }
/** Where what a coin was worth at a block can be told whenever its payments can: both need old state. */
const TELLS_OLD_PRICES: Readonly<Record<NetworkFamily, boolean>> = { solana: false, evm: true, sui: false }
/** Stretches looked into in one read: each costs a few calls even where nothing happened. */
const MOST_STRETCHES = 600
const MOST_TRADES = 5_000
const MOST_TRANSFERS = 20_000
const MOST_ACTIVITIES = 100
const AT_ONCE = 4

/**
 * Payments besides the first of each wallet, in native coin and back for the token in dollar coins too, and how much common
 * funders do, and strangers whom two of the wallets paid. Answers sentences about what was left out.
 *
 * @param wallets holders looked at closely, the creator and early buyers
 * @param counter of the stage: stretches count besides wallets
 */
export async function readPayments(
  context: StageContext,
  wallets: readonly Address[],
  fundings: readonly Funding[],
  counter: { read: number; total: number },
): Promise<string[]> {
  const known = await gatherKnown(context, wallets, fundings)
  const funders = [...commonFunders(known).keys()]
  await readActivities(context, funders)
  const reading = await beginReading(context)
  const rows = await reading.read(reading.open(wantedPayments(known)), counter)
  const recipients = wantedRecipients(rows, funders)
  await readFirstFunders(context, [...recipients.keys()], counter, recipients)
  const named = [...new Set(rows.flatMap(({ from, to }) => [from, to]))]
  const all = { ...known, hubs: await hubs(context, named), kinds: await kindsOf(context, named) }
  const paidByTwo = wantedOnwards(rows, all)
  await readActivities(
    context,
    paidByTwo.map(({ wallet }) => wallet),
  )
  const onwards = await reading.read(reading.open(paidByTwo), counter)
  await kindsOf(
    context,
    onwards.map(({ to }) => to),
  )
  return reading.end()
}

const hubs = async ({ store, token }: StageContext, addresses: readonly Address[]): Promise<ReadonlySet<string>> =>
  hubsAmong(await store.read.labels({ network: token.network, addresses }))

async function gatherKnown(context: StageContext, wallets: readonly Address[], fundings: readonly Funding[]): Promise<Known> {
  const { store, token, head } = context
  const { creator, createdAt, totalSupply } = await storedToken(context)
  const [trades, transfers] = await Promise.all([
    store.read.tokenTrades({ token, limit: MOST_TRADES }),
    store.read.transfers({ token, limit: MOST_TRANSFERS }),
  ])
  const close = new Set(wallets)
  const pools = new Set((await store.read.pools(token)).map(({ address }) => address))
  const moved = transfers.filter(({ from, to }) => (close.has(from) || close.has(to)) && !pools.has(from) && !pools.has(to))
  const named = [...new Set([...wallets, ...fundings.flatMap(({ funder }) => funder ?? [])])]
  return {
    ...{ wallets, creator, createdAt, supply: totalSupply, now: head.time, token: token.address, fundings, trades, transfers: moved },
    dollars: quotesOf(token.network).stables,
    hubs: await hubs(context, [...named, ...moved.flatMap(({ from, to }) => [from, to])]),
    kinds: await kindsOf(context, named),
  }
}

async function readActivities({ store, adapter, token: { network }, head, signal }: StageContext, addresses: readonly Address[]): Promise<void> {
  for (const address of addresses.slice(0, MOST_ACTIVITIES)) {
    await store.write.saveActivity({ network, rows: [await adapter.activity(address, head, signal)] })
  }
}

/** For each stretch that was begun: up to when it was looked through. */
const readUntil = z.record(z.string(), z.number())
type ReadUntil = z.infer<typeof readUntil>

interface Reading {
  /** Those of the stretches that were not looked through yet, or what came since. */
  open(wanted: readonly PaymentsQuestion[]): PaymentsQuestion[]
  /** What they brought, stored. */
  read(wanted: readonly PaymentsQuestion[], counter: { read: number; total: number }): Promise<Transfer[]>
  /** Sentences about what was left out. */
  end(): string[]
}

async function beginReading({ store, adapter, token, head, signal, progress }: StageContext): Promise<Reading> {
  const { network } = token
  const name = `payments-read:${network}:${token.address}`
  const text = await store.read.setting(name)
  const until: ReadUntil = text === null ? {} : readUntil.parse(JSON.parse(text))
  const means = new Set<string>()
  let left = BUDGET[NETWORKS[network].family]
  let stretches = 0
  let unread = 0
  let partial = 0

  /** Null for what is no dollar coin. */
  function inDollars({ from, to, token: coin, raw, tx, position: { block }, time }: Transfer): Promise<DollarPayment> | null {
    const decimals = dollarDecimals(network, coin)
    if (decimals === null) return null
    const price = TELLS_OLD_PRICES[NETWORKS[network].family] ? adapter.nativePrice?.({ number: block }, signal) : undefined
    return (price ?? Promise.resolve(null)).then((coinUsd) => ({ from, to, token: coin, raw, decimals, coinUsd, tx, block, time }))
  }

  async function readOne(key: string, question: PaymentsQuestion): Promise<readonly Transfer[]> {
    stretches += 1
    const answer = await adapter.payments(question, head, signal)
    left -= answer.looked
    if (!answer.complete) partial += 1
    means.add(answer.means)
    const native = answer.rows.filter((row) => row.token === NATIVE)
    const dollars = await Promise.all(answer.rows.flatMap((row) => inDollars(row) ?? []))
    if (native.length > 0) await store.write.saveNativeTransfers({ network, rows: native })
    if (dollars.length > 0) await store.write.saveDollarPayments({ network, rows: dollars })
    until[key] = question.until
    return native
  }

  return {
    open: (wanted) => wanted.filter((question) => (until[keyOf(question)] ?? -1) < question.until),
    async read(wanted, counter) {
      const found: Transfer[] = []
      const queue = wanted[Symbol.iterator]()
      counter.total += wanted.length
      const lane = async (): Promise<void> => {
        for (const question of queue) {
          const key = keyOf(question)
          if (left <= 0 || stretches >= MOST_STRETCHES) unread += 1
          else found.push(...(await readOne(key, { ...question, since: Math.max(question.since, until[key] ?? 0) })))
          counter.read += 1
          progress(counter.read, counter.total)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, lane))
      await store.write.saveSetting({ name, value: JSON.stringify(until) })
      return found
    },
    end() {
      const by = [...means].sort().join(' and ')
      return [
        ...(unread === 0
          ? []
          : [`Payments between wallets were looked for (by ${by}) in ${stretches} stretches of time, ${unread} are left to another read.`]),
        ...(partial === 0 ? [] : [`Of ${partial} busy stretches only the beginning was looked through (by ${by}).`]),
      ]
    },
  }
}
