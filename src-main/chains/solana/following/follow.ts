import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import { grouped } from '../../../../src-shared/domain/shown.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { FollowArgs, LiveUpdate } from '../../adapter.ts'
import { readBalances } from '../reading/holders.ts'
import type { Mention } from '../reading/history.ts'
import { chunksOfSlots, mergeMentions } from '../reading/pages.ts'
import { withBirths } from '../reading/pools.ts'
import { readMint } from '../reading/token.ts'
import type { ReadTransaction } from '../reading/read-transaction.ts'
import type { Transactions } from '../reading/transactions.ts'
import type { SolanaEndpoints } from '../endpoints.ts'
import { hashOfBlock, slotAt, timeOf } from '../rpc/blocks.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'
import { listMentions, rowsOf, type Listed, type TokenRows } from './read-slots.ts'
import { openAnnouncements } from './announcements.ts'
import type { Signals } from './signals.ts'
import { firstVanished, standing, ToldSlots } from './told.ts'
import { UnexplainedAccounts } from './unexplained.ts'

export interface Following {
  readonly node: SolanaNode
  readonly transactions: Transactions
  readonly endpoints: SolanaEndpoints
  readonly follow: FollowArgs
  readonly signal: AbortSignal
}

interface Progress {
  /** First slot that is not told. */
  next: number
  readonly told: ToldSlots
  readonly pools: Map<Address, Pool>
  /** Newest slot up to which the node's own lists were read. */
  listed: number
  /** Owners whose balances a withdrawn block had told. */
  retell: Set<Address>
  /** Transactions that a withdrawn block had told: they may stand elsewhere by now, and no list need name them. */
  relook: Set<string>
  readonly changed: UnexplainedAccounts
}

/**
 * Between two questions: nothing is announced, or a change waits to be explained; announced, but an announcement may be lost;
 * announced for a slot that is not confirmed yet.
 */
const POLL_MS = { silent: 2_000, announced: 10_000, pending: 400 } as const
/** Confirmed slots become final about this much later; transactions may turn up late in the lists for as long. */
const UNSETTLED_SLOTS = 32
const FAR_BEHIND_SLOTS = 150
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

/**
 * Follows a token: the gap up to the newest confirmed slot first, then what announcements hint at. Logs and account changes
 * only say when to ask; transactions are read and decoded as ever. A slot is told once; when a told transaction turns out to
 * have vanished before it was final, or one turns up late, everything from its slot on is withdrawn and told anew.
 */
export async function* followToken(following: Following): AsyncGenerator<LiveUpdate> {
  const { node, follow, signal } = following
  const progress: Progress = {
    next: follow.from,
    told: new ToldSlots(),
    pools: new Map(follow.pools.map((pool) => [pool.address, pool])),
    listed: Number.NEGATIVE_INFINITY,
    retell: new Set(),
    relook: new Set(),
    changed: new UnexplainedAccounts(),
  }
  let signals: Signals | null = null
  let failures = 0
  let said: string | null | undefined
  try {
    while (!signal.aborted) {
      try {
        signals ??= await openSignalsOf(following)
        const seen = signals.count()
        const head = headOf(await slotAt(node, COMMITMENT, signal), progress, signals)
        for await (const update of catchUp(following, progress, signals, head)) {
          if (update.kind === 'state') said = undefined
          yield update
        }
        failures = 0
        const message = messageOf(signals, progress)
        if (said !== message) yield { kind: 'state', state: 'live', behind: 0, message }
        said = message
        const pending = signals.newestSlot() > head
        const calm = signals.announced() && progress.changed.size === 0
        await signals.after(seen, pending ? POLL_MS.pending : calm ? POLL_MS.announced : POLL_MS.silent, signal)
        if (pending) await delay(POLL_MS.pending, undefined, { signal })
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof AppError)) throw error
        failures += 1
        said = undefined
        yield { kind: 'state', state: 'reconnecting', behind: null, message: error.say }
        await delay(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10)), undefined, { signal }).catch(() => undefined)
      }
    }
  } finally {
    signals?.close()
  }
}

async function openSignalsOf({ node, endpoints, transactions, follow, signal }: Following): Promise<Signals> {
  const facts = await readMint(node, follow.token, signal)
  if (facts === null) throw new AppError('token_not_found', { say: 'There is no mint at this address any more.' })
  const signals = openAnnouncements({
    endpoints,
    tokenProgram: facts.mint.program,
    mint: follow.token,
    keep: (carried) => transactions.keep(carried),
    async isSameChain({ slot, hash }) {
      const known = await hashOfBlock(node, slot, signal)
      return known === null ? null : known === hash
    },
  })
  signals.watch([follow.token, ...follow.pools.map((pool) => pool.address)])
  return signals
}

function messageOf(signals: Signals, { changed }: Progress): string | null {
  const missed = changed.missed + signals.lostAccounts()
  const said = [
    signals.note(),
    missed === 0
      ? null
      : `Changes of accounts that no transaction was found for: ${grouped(missed)}. Balances may be old until the holders are read anew.`,
    !signals.announced()
      ? 'New transactions are asked for: the endpoint announces none.'
      : signals.accountsAnnounced()
        ? null
        : 'Transfers that name neither a pool nor the mint are not seen: the endpoint announces no accounts.',
  ].filter((sentence) => sentence !== null)
  return said.length === 0 ? null : said.join(' ')
}

/** The newest slot to tell: where a stream carries transactions and is a little behind the node, what it carried whole. */
function headOf(newest: number, { next }: Progress, signals: Signals): number {
  const carried = signals.carriedTo()
  return carried === null || carried >= newest || newest - carried > UNSETTLED_SLOTS ? newest : Math.max(carried, next - 1)
}

/** What a stream carried, or else what the node lists. Its lists are read from time to time in any case: a stream may have missed something. */
async function listOf(following: Following, progress: Progress, signals: Signals, since: number, head: number): Promise<Listed> {
  const due = head - progress.listed >= UNSETTLED_SLOTS
  const carried = due ? null : signals.carried(since, progress.next, head)
  if (carried !== null) return { mentions: mergeMentions(carried), completeFrom: progress.next }
  const listed = await listMentions(following.node, addressesOf(following, progress), { from: since, to: head }, following.signal)
  progress.listed = head
  return listed
}

const addressesOf = ({ follow }: Following, { pools }: Progress): string[] => [follow.token, ...pools.keys()]

/** Tells everything up to a confirmed slot, withdrawing first what the chain took back or the lists told late. */
async function* catchUp(following: Following, progress: Progress, signals: Signals, head: number): AsyncGenerator<LiveUpdate> {
  const { node, transactions, follow, signal } = following
  const { told, changed } = progress
  const final = await slotAt(node, 'finalized', signal)
  const settled = Math.min(progress.next, Math.max(0, Math.max(progress.next - UNSETTLED_SLOTS, follow.from)))
  let listed = await listOf(following, progress, signals, settled, head)
  const vanished = await firstVanished(node, told.upTo(final), signal)
  changed.add(signals.takeAccounts(head), head)
  const sources = { node, transactions, token: follow.token, signal }
  // A change may be announced when its slot is told already, or with a later slot: the range begins before both.
  const { found: unnamed, explained } = await changed.look(sources, listed.mentions, { from: settled, to: head })
  const late = told.late([...listed.mentions, ...unnamed].filter((mention) => mention.slot < progress.next))
  const back = [vanished, late].filter((slot) => slot !== null)
  if (back.length > 0) {
    const from = Math.min(...back)
    transactions.forget(from)
    signals.forget(from)
    const { owners, signatures } = told.withdraw(from)
    for (const owner of owners) progress.retell.add(owner)
    for (const signature of signatures) progress.relook.add(signature)
    progress.next = from
    yield { kind: 'withdrawn', from }
    listed = await listMentions(node, addressesOf(following, progress), { from, to: head }, signal)
  }
  told.forgetFinal(Math.min(final, progress.next - 1 - UNSETTLED_SLOTS))
  if (head >= progress.next) {
    if (head - progress.next > FAR_BEHIND_SLOTS) yield { kind: 'state', state: 'behind', behind: head - progress.next + 1, message: null }
    const again = await standing(node, [...progress.relook], signal)
    yield* tell(following, progress, signals, { ...listed, mentions: mergeMentions([...listed.mentions, ...unnamed, ...upTo(head, again)]), head })
    progress.relook = new Set(again.filter(({ slot }) => slot > head).map(({ signature }) => signature))
  }
  changed.settle(explained, head - UNSETTLED_SLOTS)
}

const upTo = (head: number, mentions: readonly Mention[]): Mention[] => mentions.filter(({ slot }) => slot <= head)

async function* tell(
  following: Following,
  progress: Progress,
  signals: Signals,
  listed: Listed & { readonly head: number },
): AsyncGenerator<LiveUpdate> {
  const { head } = listed
  if (listed.completeFrom > progress.next) {
    const [first, last] = [progress.next, listed.completeFrom - 1].map(grouped)
    const message = `Slots ${first} to ${last} have more transactions than can be listed; they are left out.`
    yield { kind: 'state', state: 'behind', behind: head - progress.next + 1, message }
    progress.next = listed.completeFrom
  }
  const known = listed.mentions.filter((mention) => mention.slot >= progress.next)
  const chunks = [...chunksOfSlots(known)]
  for (const [i, chunk] of chunks.entries()) {
    const to = i === chunks.length - 1 ? head : (chunk.at(-1)?.slot ?? head)
    yield await updateOf(following, progress, signals, chunk, to)
  }
  if (chunks.length === 0) yield await updateOf(following, progress, signals, [], head)
}

/** One update: rows of a range of slots, and the balances of everybody who took part. */
async function updateOf(following: Following, progress: Progress, signals: Signals, mentions: readonly Mention[], to: number): Promise<LiveUpdate> {
  const { node, transactions, follow, signal } = following
  const from = progress.next
  const { read, rows } = await withNewPools(following, progress, await transactions.read(mentions, signal), { from, to })
  const pools = await withBirths(node, newPools(rows, progress.pools), signal)
  const owners = [...new Set([...rows.owners, ...progress.retell])]
  const balances = await readBalances(node, follow.token, owners, signal)
  const supply = rows.supplyMoved ? ((await readMint(node, follow.token, signal))?.mint.supply ?? null) : null
  const time = await timeOf(node, to, signal)
  for (const pool of pools) progress.pools.set(pool.address, pool)
  signals.watch(pools.map((pool) => pool.address))
  progress.told.add(read.map(({ signature, slot }) => ({ signature, slot, failed: false, time: null })))
  progress.told.touch(to, owners)
  progress.retell = new Set()
  progress.next = to + 1
  return { kind: 'blocks', from, to, time, supply, trades: rows.trades, transfers: rows.transfers, pools, balances }
}

/** A pool seen for the first time may have traded in these slots without naming the mint: its own list is read too. */
async function withNewPools(
  { node, transactions, follow, signal }: Following,
  progress: Progress,
  read: readonly ReadTransaction[],
  range: { from: number; to: number },
): Promise<{ read: readonly ReadTransaction[]; rows: TokenRows }> {
  const rows = rowsOf(follow.token, read)
  const fresh = newPools(rows, progress.pools)
  if (fresh.length === 0) return { read, rows }
  const listed = await listMentions(
    node,
    fresh.map((pool) => pool.address),
    range,
    signal,
  )
  const have = new Set(read.map((one) => one.signature))
  const more = await transactions.read(
    listed.mentions.filter((mention) => !have.has(mention.signature)),
    signal,
  )
  const all = [...read, ...more].sort((a, b) => a.slot - b.slot || a.place - b.place)
  return { read: all, rows: rowsOf(follow.token, all) }
}

function newPools(rows: TokenRows, known: ReadonlyMap<Address, Pool>): Pool[] {
  return [...new Map(rows.pools.filter((pool) => !known.has(pool.address)).map((pool) => [pool.address, pool])).values()]
}
