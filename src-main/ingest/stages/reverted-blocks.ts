import { formatTokenKey, trustedAddress, type Address, type TokenKey } from '../../../src-shared/domain/address.ts'
import { grouped } from '../../../src-shared/domain/shown.ts'
import type { BlockRef, ChainAdapter, Reorganisations } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import { sleep, type Sleep } from '../../lib/backoff.ts'
import type { BlockMark, RevertedTrades, Store, TradeCursor } from '../../store/interface.ts'
import { forgetPaymentsSince } from './funding/payment-reader.ts'
import { readList, saveList } from './list-setting.ts'

/**
 * Blocks that the chain reverted unobserved, because the service was stopped or another read came first. Before a read of a token continues, the
 * hashes of stored blocks are compared with the chain's (docs/chains.md#reorganisations).
 */

/** Marks the head of a read and blocks below it. */
export async function markHead(store: Store, adapter: ChainAdapter, token: TokenKey, head: BlockRef, signal: AbortSignal): Promise<void> {
  if (adapter.reorganisations === undefined) return
  const { blockHash, marksBelowHead } = adapter.reorganisations
  const blocks = marksBelowHead.map((below) => head.number - below).filter((block) => block >= 0)
  const marks = await Promise.all(
    blocks.map(async (block): Promise<BlockMark[]> => {
      const hash = block === head.number ? head.hash : await blockHash(block, signal)
      return hash === null ? [] : [{ block, hash }]
    }),
  )
  await store.write.saveBlockMarks({ token, marks: marks.flat() })
}

const POLL_MS = 1_000
/** How long endpoints behind one address may differ by some blocks. */
const BEHIND_MS = 20_000

/** The rows that a rollback removed. */
export interface RolledBack {
  /** The first reverted block. */
  readonly from: number
  readonly reverted: RevertedTrades
}

/** Removes the facts of a token from a block on. What must be read again is stored first, so that a stop in between loses nothing. */
export async function rollBack(store: Store, token: TokenKey, from: number): Promise<RolledBack> {
  const removed = await store.read.transfers({ token, limit: null, blocks: { from, to: Number.MAX_SAFE_INTEGER } })
  const wallets = new Set([...(await readStaleWallets(store, token)), ...removed.flatMap((transfer) => [transfer.from, transfer.to])])
  await saveStaleWallets(store, token, [...wallets])
  await forgetPaymentsSince({ store, token }, await timeOfNewestTrade(store, token, from))
  return { from, reverted: await store.write.rollBackBlocks({ token, from }) }
}

const TRADES_PER_PAGE = 100

/** Unix seconds of the newest trade before a block, and so not after the block; 0 if there is none. */
async function timeOfNewestTrade(store: Store, { network, address }: TokenKey, before: number): Promise<number> {
  for (let after: TradeCursor | null = null; ;) {
    const { trades, next } = await store.read.trades({ network, by: 'token', address, sort: 'desc', limit: TRADES_PER_PAGE, after })
    const newest = trades.find(({ position, time }) => position.block < before && time !== null)
    if (newest !== undefined || next === null) return newest?.time ?? 0
    after = next
  }
}

const settingName = (token: TokenKey): string => `stale-wallets:${formatTokenKey(token)}`

/** Senders and receivers of removed transfers whose balances no follower has read since. */
export const readStaleWallets = async (store: Store, token: TokenKey): Promise<Address[]> =>
  (await readList(store, settingName(token))).map(trustedAddress)

export const saveStaleWallets = (store: Store, token: TokenKey, wallets: readonly Address[]): Promise<void> =>
  saveList(store, settingName(token), wallets)

/**
 * Rolls the token back to the last stored block that the chain still has. Returns null if no block was reverted. A head below the stored blocks means
 * that either the endpoint is behind or the chain reverted them. This is known only once the head has passed them. If no marked block is left, down
 * to one that was final, nothing was reverted: the endpoint serves another chain.
 *
 * @throws AppError source_unavailable if the head stays below the stored blocks, or if the endpoint serves another chain; nothing is removed then
 */
export async function rollBackReverted(
  store: Store,
  adapter: ChainAdapter,
  token: TokenKey,
  signal: AbortSignal,
  wait: Sleep = sleep,
): Promise<RolledBack | null> {
  const stored = await store.read.token(token)
  if (adapter.reorganisations === undefined || stored === null || stored.asOfBlock === null) return null
  const marks = await store.read.blockMarks({ token, upTo: stored.asOfBlock })
  const [newest] = marks
  if (newest === undefined) return null
  for (let waited = 0; ; waited += POLL_MS) {
    const head = await adapter.head(signal)
    const from = await firstReverted(marks, adapter.reorganisations, head, signal)
    if (from !== null) {
      if (newest.block - from >= Math.max(...adapter.reorganisations.marksBelowHead) && from === oldestOf(marks)) throw anotherChain(newest.block)
      return rollBack(store, token, from)
    }
    if (head.number >= newest.block) return null
    if (waited >= BEHIND_MS) throw behind(head.number, newest.block)
    await wait(POLL_MS, signal)
  }
}

/** The block after the newest mark that is still on the chain. Null if the chain has the newest mark that it could have. */
async function firstReverted(marks: readonly BlockMark[], chain: Reorganisations, head: BlockRef, signal: AbortSignal): Promise<number | null> {
  let oldest: BlockMark | null = null
  for (const mark of marks.filter(({ block }) => block <= head.number)) {
    const hash = await chain.blockHash(mark.block, signal)
    if (hash === null) continue
    if (hash === mark.hash) return oldest === null ? null : mark.block + 1
    oldest = mark
  }
  return oldest?.block ?? null
}

const oldestOf = (marks: readonly BlockMark[]): number | undefined => marks.at(-1)?.block

const anotherChain = (stored: number): AppError =>
  new AppError('source_unavailable', {
    message: `The endpoint has none of the stored blocks up to ${grouped(stored)}: it serves another chain than the one this token was read from. What is stored was kept; set an endpoint of that chain, or delete the token to read it from this one.`,
  })

const behind = (head: number, stored: number): AppError =>
  new AppError('source_unavailable', {
    message: `The endpoint is at block ${grouped(head)}, and blocks up to ${grouped(stored)} are stored. It is behind, or the chain reverted them; read again when it has passed them.`,
  })
