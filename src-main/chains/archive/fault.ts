/** Why an archive delivered no more. */
export type ArchiveFaultKind =
  /** The query or the dataset is not accepted, so the same request would fail again. */
  | 'refused'
  /** The block is above the indexed blocks. This says nothing about the content of the range. */
  | 'above_head'
  /** The given parent is not on the archive's chain. */
  | 'forked'
  /** The limit of bytes or calls is used up. */
  | 'budget'
  /** Lines that contradict the request or each other, or are longer than the limit. */
  | 'malformed'
  | 'unreachable'

export interface BlockMark {
  readonly number: number
  readonly hash: string
}

export class ArchiveFault extends Error {
  readonly kind: ArchiveFaultKind
  /** Shortest wait in milliseconds before another attempt; null if another attempt would not help. */
  readonly retryAfterMs: number | null
  /** Blocks of the archive's chain after a fork, ascending. */
  readonly previousBlocks: readonly BlockMark[]
  /** First block of the pages from the same answer as a contradiction, which must be dropped; null if there are none. */
  readonly suspectFrom: number | null

  constructor(
    kind: ArchiveFaultKind,
    message: string,
    more: {
      readonly retryAfterMs?: number
      readonly previousBlocks?: readonly BlockMark[]
      readonly suspectFrom?: number
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'ArchiveFault'
    this.kind = kind
    this.retryAfterMs = more.retryAfterMs ?? null
    this.previousBlocks = more.previousBlocks ?? []
    this.suspectFrom = more.suspectFrom ?? null
  }
}
