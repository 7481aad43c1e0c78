import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { TokenInfo } from '../../../src-shared/domain/token.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { BlockRange, Coverage, RowChanges, Store, StoredToken } from '../../store/interface.ts'
import { intersection } from '../../store/values/intervals.ts'
import type { ServiceCreator } from '../services/creators.ts'

export interface ReadOptions {
  /** Holders read in detail: verified balances, account kinds, funding, nodes of the snapshot. */
  readonly depth: number
  /** First block to read; null reads from the token's creation. */
  readonly sinceBlock: number | null
}

export interface StageContext {
  /** `node` skips archives. */
  readonly source?: 'node'
  readonly store: Store
  readonly engine: Engine
  readonly adapter: ChainAdapter
  readonly token: TokenKey
  /** The block pinned when the job started. Every stage describes the state at this block, including stages of a resumed job. */
  readonly head: BlockRef
  readonly options: ReadOptions
  readonly signal: AbortSignal
  progress(done: number, total: number | null): void
  /** Adds USD values to trades before they are stored. */
  price(trades: readonly Trade[]): Promise<Trade[]>
  /** Called with stored trades and the ids of their rows. */
  onTradesStored(trades: readonly Trade[], rows: readonly number[]): void
  /** Runs work that the first answer does not need, so that neither other jobs nor a follower of the token wait for it. */
  inBackground<T>(work: () => Promise<T>): Promise<T>
  /** Asks the configured services for the token's creator; null without a service or an answer. */
  findCreator(): Promise<ServiceCreator | null>
}

/** The part of a read that its smaller steps need. */
export type ReadContext = Pick<StageContext, 'store' | 'adapter' | 'token' | 'head' | 'options' | 'signal' | 'progress'>

/** Facts reported by a node in the blocks of a token. They may therefore be wrong. */
export const READ_FROM_BLOCKS: readonly Coverage[] = ['transfers', 'pools', 'trades', 'tips']

/** `message` says what a completed stage left out, or why a stage was skipped. `compared` is set if blocks with stored rows were read again. */
export type StageResult =
  | { readonly state: 'done'; readonly message: string | null; readonly compared?: RowChanges }
  | { readonly state: 'skipped'; readonly message: string }

export type Stage = (context: StageContext) => Promise<StageResult>

export const done = (notes: readonly string[] = []): StageResult => ({ state: 'done', message: notes.length === 0 ? null : notes.join(' ') })

/** The token as stored by the token stage. */
export async function storedToken({ store, token }: Pick<StageContext, 'store' | 'token'>): Promise<StoredToken> {
  const stored = await store.read.token(token)
  if (stored === null) throw new AppError('token_not_found', { message: 'The token was deleted while it was being read.' })
  return stored
}

/** Adds sentences to the notes of the token without duplicates. */
export const addNotes = (context: StageContext, notes: readonly string[]): Promise<void> => changeNotes(context, (before) => [...before, ...notes])

/** Replaces the notes of the token. A follower may change other facts of the token in the meantime. */
export async function changeNotes(context: StageContext, change: (before: readonly string[]) => readonly string[]): Promise<void> {
  const { notes: before } = await storedToken(context)
  const notes = [...new Set(change(before))]
  if (notes.join('\n') !== before.join('\n')) await context.store.write.saveNotes({ token: context.token, notes })
}

/** A stored token without the fields that the store computes itself. */
export function tokenInfo(stored: StoredToken): TokenInfo {
  const {
    revision: _revision,
    holdersKnown: _holders,
    tradeCount: _trades,
    snapshotCount: _snapshots,
    linksKnown: _links,
    openedAt: _opened,
    firstRead: _firstRead,
    ...info
  } = stored
  return info
}

/** The wanted blocks whose rows of this kind can be read. If balances are replayed from transfers, only blocks whose transfers are stored. */
export async function readableRanges(context: StageContext, what: Coverage): Promise<BlockRange[]> {
  const { store, adapter, token } = context
  const wanted = await wantedRange(context)
  if (what === 'transfers' || adapter.holderSource === 'listed') return [wanted]
  return intersection([wanted], await store.read.covered({ token, what: 'transfers' }))
}

/** The blocks that the job describes: from the token's creation, or from the requested first block, to the pinned head. */
export async function wantedRange(context: ReadContext): Promise<BlockRange> {
  const { createdBlock } = await storedToken(context)
  return { from: Math.max(createdBlock ?? 0, context.options.sinceBlock ?? 0), to: context.head.number }
}
