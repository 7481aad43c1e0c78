import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { TokenInfo } from '../../../src-shared/domain/token.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { BlockRange, Store, StoredToken } from '../../store/interface.ts'
import type { ReadOptions } from '../jobs/interface.ts'
import type { ToldCreator } from '../services/creators.ts'

/** What a stage of a read works with. */
export interface StageContext {
  readonly store: Store
  readonly engine: Engine
  readonly adapter: ChainAdapter
  readonly token: TokenKey
  /** The block pinned at the start of the job: every stage, and every resume, describes this one state. */
  readonly head: BlockRef
  readonly options: ReadOptions
  readonly signal: AbortSignal
  progress(done: number, total: number | null): void
  /** Gives trades their value in USD before they are stored. */
  price(trades: readonly Trade[]): Promise<Trade[]>
  tradesStored(trades: readonly Trade[]): void
  /** Asks the services that the owner set who made the token; null where none is set or none knows. */
  creatorElsewhere(): Promise<ToldCreator | null>
}

/** How a stage ended: with a sentence about what was left out, or skipped for a reason. */
export type StageResult = { readonly state: 'done'; readonly message: string | null } | { readonly state: 'skipped'; readonly message: string }

export type Stage = (context: StageContext) => Promise<StageResult>

export const done = (message: string | null = null): StageResult => ({ state: 'done', message })

/** The token as the token stage stored it. */
export async function storedToken({ store, token }: StageContext): Promise<StoredToken> {
  const stored = await store.read.token(token)
  if (stored === null) throw new AppError('token_not_found', { say: 'The token was removed while it was being read.' })
  return stored
}

/** Adds sentences to what the token is known to lack, each once. */
export async function addNotes(context: StageContext, notes: readonly string[]): Promise<void> {
  if (notes.length === 0) return
  const info = tokenInfo(await storedToken(context))
  await context.store.write.saveToken({ ...info, notes: [...new Set([...info.notes, ...notes])] })
}

/** A stored token as it is saved, without what the store counts itself. */
export function tokenInfo(stored: StoredToken): TokenInfo {
  const {
    revision: _revision,
    holdersKnown: _holders,
    tradeCount: _trades,
    snapshotCount: _snapshots,
    linksKnown: _links,
    openedAt: _opened,
    ...info
  } = stored
  return info
}

/** The blocks that this job describes: from the token's creation, or from where the person said, to the pinned head. */
export async function wantedRange(context: StageContext): Promise<BlockRange> {
  const { createdBlock } = await storedToken(context)
  return { from: Math.max(createdBlock ?? 0, context.options.sinceBlock ?? 0), to: context.head.number }
}
