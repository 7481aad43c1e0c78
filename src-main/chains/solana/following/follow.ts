import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import { grouped } from '../../../../src-shared/domain/shown.ts'
import { AppError } from '../../../lib/app-error.ts'
import { Backoff } from '../../../lib/backoff.ts'
import type { FollowArgs, LiveUpdate } from '../../adapter.ts'
import { SYSTEM_PROGRAM } from '../encoding/addresses.ts'
import { readBalances } from '../reading/holders/holders.ts'
import { paymentsIn } from '../reading/payments/read-payments.ts'
import type { Mention } from '../reading/transactions/history.ts'
import { chunksOfSlots, mergeMentions, TRANSACTIONS_PER_PAGE } from '../reading/transactions/pages.ts'
import { withPoolCreations } from '../reading/pools/pools.ts'
import { readMint } from '../reading/token/token.ts'
import type { ReadTransaction } from '../reading/transactions/read-transaction.ts'
import type { Transactions } from '../reading/transactions/transactions.ts'
import type { SolanaEndpoints } from '../rpc/endpoints.ts'
import { readBlockHash, readSlot, readBlockTime } from '../rpc/blocks.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'
import { listMentions, tokenActivity, type Listed, type TokenActivity } from './token-rows.ts'
import { openAnnouncements } from './announcements.ts'
import type { Signals } from './signals.ts'
import { findFirstVanished, readConfirmed, EmittedSlots } from './emitted-slots.ts'
import { UnexplainedAccounts } from './unexplained.ts'

export interface Following {
  readonly node: SolanaNode
  readonly transactions: Transactions
  readonly endpoints: SolanaEndpoints
  readonly follow: FollowArgs
  readonly signal: AbortSignal
}

interface Progress {
  /** The first slot that is not emitted yet. */
  next: number
  readonly emitted: EmittedSlots
  readonly pools: Map<Address, Pool>
  /** The slot that the node's histories were last read up to. */
  listed: number
  /** Owners whose balances were emitted with a rolled-back block. */
  staleOwners: Set<Address>
  /** Transactions of rolled-back blocks. They may have moved to another slot, and the histories read may not list them. */
  rolledBack: Set<string>
  readonly changed: UnexplainedAccounts
}

/**
 * Poll intervals: `silent` without announcements or with an unexplained change; `announced` with announcements, since one may be
 * lost; `pending` with an announcement for a slot that is not confirmed yet.
 */
const POLL_MS = { silent: 2_000, announced: 10_000, pending: 400 } as const
/** Confirmed slots are final after about this many slots (https://solana.com/docs/rpc#configuring-state-commitment). Until then, transactions may appear late in the histories. */
const UNFINALIZED_SLOTS = 32
const FAR_BEHIND_SLOTS = 150
const RETRY_BACKOFF = { firstMs: 500, longestMs: 15_000 } as const

/**
 * Follows a token: first the gap up to the newest confirmed slot, then new slots. Log and account notifications only trigger reads.
 * A slot is emitted once. When an emitted transaction vanishes before it is final, or another appears late, everything from its
 * slot on is rolled back and emitted again.
 */
export async function* followToken(following: Following): AsyncGenerator<LiveUpdate> {
  const { node, follow, signal } = following
  const progress: Progress = {
    next: follow.from,
    emitted: new EmittedSlots(),
    pools: new Map(follow.pools.map((pool) => [pool.address, pool])),
    listed: Number.NEGATIVE_INFINITY,
    staleOwners: new Set(follow.stale?.filter((owner) => owner !== SYSTEM_PROGRAM)),
    rolledBack: new Set(),
    changed: new UnexplainedAccounts(),
  }
  const backoff = new Backoff(RETRY_BACKOFF)
  let signals: Signals | null = null
  let lastMessage: string | null | undefined
  try {
    while (!signal.aborted) {
      try {
        signals ??= await openSignalsOf(following)
        const seen = signals.count()
        const head = targetSlot(await readSlot(node, COMMITMENT, signal), progress, signals)
        for await (const update of catchUp(following, progress, signals, head)) {
          if (update.kind === 'state') lastMessage = undefined
          yield update
        }
        backoff.reset()
        const message = stateMessage(signals, progress)
        if (lastMessage !== message) yield { kind: 'state', state: 'live', behind: 0, message }
        lastMessage = message
        const pending = signals.newestSlot() > head
        const calm = signals.announced() && progress.changed.size === 0
        await signals.after(seen, pending ? POLL_MS.pending : calm ? POLL_MS.announced : POLL_MS.silent, signal)
        if (pending) await delay(POLL_MS.pending, undefined, { signal })
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof AppError)) throw error
        lastMessage = undefined
        yield { kind: 'state', state: 'reconnecting', behind: null, message: error.message }
        await backoff.pause(signal)
      }
    }
  } finally {
    signals?.close()
  }
}

async function openSignalsOf({ node, endpoints, transactions, follow, signal }: Following): Promise<Signals> {
  const facts = await readMint(node, follow.token, signal)
  if (facts === null) throw new AppError('token_not_found', { message: 'There is no longer a mint at this address.' })
  const signals = openAnnouncements({
    endpoints,
    tokenProgram: facts.mint.program,
    mint: follow.token,
    onTransactions: (streamed) => transactions.add(streamed),
    async isSameChain({ slot, hash }) {
      const known = await readBlockHash(node, slot, signal)
      return known === null ? null : known === hash
    },
  })
  signals.watch([follow.token, ...follow.pools.map((pool) => pool.address)])
  return signals
}

function stateMessage(signals: Signals, { changed }: Progress): string | null {
  const missed = changed.missed + signals.lostAccounts()
  const parts = [
    signals.note(),
    missed === 0
      ? null
      : `No transaction was found for ${grouped(missed)} account changes. Balances may be outdated until the holders are read again.`,
    !signals.announced()
      ? 'New transactions are polled, because the endpoint announces none.'
      : signals.accountsAnnounced()
        ? null
        : 'Transfers that mention neither a pool nor the mint are missed, because the endpoint announces no account changes.',
  ].filter((sentence) => sentence !== null)
  return parts.length === 0 ? null : parts.join(' ')
}

/** The slot to emit up to: the node's newest, or the last streamed slot if a stream is slightly behind the node. */
function targetSlot(newest: number, { next }: Progress, signals: Signals): number {
  const streamed = signals.streamedTo()
  return streamed === null || streamed >= newest || newest - streamed > UNFINALIZED_SLOTS ? newest : Math.max(streamed, next - 1)
}

/** Mentions from the stream, or else from the node's histories. The histories are also read periodically, in case the stream missed something. */
async function parseList(following: Following, progress: Progress, signals: Signals, since: number, head: number): Promise<Listed> {
  const due = head - progress.listed >= UNFINALIZED_SLOTS
  const streamed = due ? null : signals.streamed(since, progress.next, head)
  if (streamed !== null) return { mentions: mergeMentions(streamed), completeFrom: progress.next }
  const listed = await listMentions(following.node, addressesOf(following, progress), { from: since, to: head }, following.signal)
  progress.listed = head
  return listed
}

const addressesOf = ({ follow }: Following, { pools }: Progress): string[] => [follow.token, ...pools.keys()]

/** Emits everything up to a confirmed slot, after rolling back slots with vanished or late transactions. */
async function* catchUp(following: Following, progress: Progress, signals: Signals, head: number): AsyncGenerator<LiveUpdate> {
  const { node, transactions, follow, signal } = following
  const { emitted, changed } = progress
  const final = await readSlot(node, 'finalized', signal)
  const settled = Math.min(progress.next, Math.max(0, Math.max(progress.next - UNFINALIZED_SLOTS, follow.from)))
  let listed = await parseList(following, progress, signals, settled, head)
  const vanished = await findFirstVanished(node, emitted.upTo(final), signal)
  changed.add(signals.takeAccounts(head), head)
  const sources = { node, transactions, token: follow.token, signal }
  // A change may be announced after its slot is emitted, or with a later slot, so the range begins before both.
  const { found: unnamed, explained } = await changed.explain(sources, listed.mentions, { from: settled, to: head })
  const late = emitted.late([...listed.mentions, ...unnamed].filter((mention) => mention.slot < progress.next))
  const back = [vanished, late].filter((slot) => slot !== null)
  if (back.length > 0) {
    const from = Math.min(...back)
    transactions.forget(from)
    signals.forget(from)
    const { owners, signatures } = emitted.rollBack(from)
    for (const owner of owners) progress.staleOwners.add(owner)
    for (const signature of signatures) progress.rolledBack.add(signature)
    for (const { address, createdBlock } of progress.pools.values()) if (createdBlock !== null && createdBlock >= from) progress.pools.delete(address)
    progress.next = from
    yield { kind: 'withdrawn', from }
    listed = await listMentions(node, addressesOf(following, progress), { from, to: head }, signal)
  }
  emitted.forgetFinal(Math.min(final, progress.next - 1 - UNFINALIZED_SLOTS))
  if (head >= progress.next) {
    if (head - progress.next > FAR_BEHIND_SLOTS) yield { kind: 'state', state: 'behind', behind: head - progress.next + 1, message: null }
    const again = await readConfirmed(node, [...progress.rolledBack], signal)
    yield* emit(following, progress, signals, { ...listed, mentions: mergeMentions([...listed.mentions, ...unnamed, ...upTo(head, again)]), head })
    progress.rolledBack = new Set(again.filter(({ slot }) => slot > head).map(({ signature }) => signature))
  }
  changed.settle(explained, head - UNFINALIZED_SLOTS)
}

const upTo = (head: number, mentions: readonly Mention[]): Mention[] => mentions.filter(({ slot }) => slot <= head)

async function* emit(
  following: Following,
  progress: Progress,
  signals: Signals,
  listed: Listed & { readonly head: number },
): AsyncGenerator<LiveUpdate> {
  const { head } = listed
  if (listed.completeFrom > progress.next) {
    const [first, last] = [progress.next, listed.completeFrom - 1].map(grouped)
    const message = `Slots ${first} to ${last} have more transactions than can be listed and are left out.`
    yield { kind: 'state', state: 'behind', behind: head - progress.next + 1, message }
    progress.next = listed.completeFrom
  }
  const known = listed.mentions.filter((mention) => mention.slot >= progress.next)
  const chunks = [...chunksOfSlots(known, TRANSACTIONS_PER_PAGE)]
  for (const [i, chunk] of chunks.entries()) {
    const to = i === chunks.length - 1 ? head : (chunk.at(-1)?.slot ?? head)
    yield await updateOf(following, progress, signals, chunk, to)
  }
  if (chunks.length === 0) yield await updateOf(following, progress, signals, [], head)
}

/** One update: the rows of a range of slots, and the balances of all owners involved. */
async function updateOf(following: Following, progress: Progress, signals: Signals, mentions: readonly Mention[], to: number): Promise<LiveUpdate> {
  const { node, transactions, follow, signal } = following
  const from = progress.next
  const { read, rows } = await withNewPools(following, progress, await transactions.read(mentions, signal), { from, to })
  const pools = await withPoolCreations(node, transactions, { pools: newPools(rows, progress.pools), notBefore: 0 }, signal)
  const owners = [...new Set([...rows.owners, ...progress.staleOwners])]
  const balances = await readBalances(node, follow.token, owners, signal)
  const isSupplyStale = rows.supplyChanged || progress.staleOwners.size > 0
  const supply = isSupplyStale ? ((await readMint(node, follow.token, signal))?.mint.supply ?? null) : null
  const time = await readBlockTime(node, to, signal)
  for (const pool of pools) progress.pools.set(pool.address, pool)
  signals.watch(pools.map((pool) => pool.address))
  progress.emitted.add(read.map(({ signature, slot }) => ({ signature, slot, failed: false, time: null })))
  progress.emitted.touch(to, owners)
  progress.staleOwners = new Set()
  progress.next = to + 1
  const { trades, transfers } = rows
  return { kind: 'blocks', from, to, time, supply, trades, transfers, pools, balances, payments: () => read.flatMap(paymentsIn) }
}

/** A new pool may have traded in these slots without mentioning the mint, so its history is read too. */
async function withNewPools(
  { node, transactions, follow, signal }: Following,
  progress: Progress,
  read: readonly ReadTransaction[],
  range: { from: number; to: number },
): Promise<{ read: readonly ReadTransaction[]; rows: TokenActivity }> {
  const rows = tokenActivity(follow.token, read)
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
  const all = [...read, ...more].sort((a, b) => a.slot - b.slot || a.index - b.index)
  return { read: all, rows: tokenActivity(follow.token, all) }
}

function newPools(rows: TokenActivity, known: ReadonlyMap<Address, Pool>): Pool[] {
  return [...new Map(rows.pools.filter((pool) => !known.has(pool.address)).map((pool) => [pool.address, pool])).values()]
}
