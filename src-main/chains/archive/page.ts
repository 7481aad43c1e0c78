import type { Sleep } from '../../lib/backoff.ts'
import type { ArchiveBlock, ArchiveHeader } from './stream/block-line.ts'
import type { ArchiveAccess, ArchiveLimits } from './request.ts'

/** The remaining budget of a read. Reads that share one object share the budget. */
export interface ArchiveBudget {
  calls: number
  /** Unpacked bytes. */
  bytes: number
}

/** A gapless part of the range. A block without matching rows may be missing in `blocks`. */
export interface ArchivePage {
  readonly from: number
  readonly to: number
  readonly blocks: readonly ArchiveBlock[]
}

export interface ArchiveRead {
  readonly access: ArchiveAccess
  /** The query without its range. */
  readonly query: Readonly<Record<string, unknown>>
  readonly from: number
  readonly to: number
  readonly budget: ArchiveBudget
  readonly signal: AbortSignal
  readonly limits?: ArchiveLimits
  readonly sleep?: Sleep
}

/** The position of a read. */
export interface Cursor {
  next: number
  before: ArchiveHeader | null
}
