import { NodeFault } from '../../../rpc/node-fault.ts'
import { namedLimit, suggestedRange } from './quirks.ts'

/** The number of blocks per log query, adapted to refusals for as long as the endpoint is open. */
export interface RangeState {
  /** Blocks of the next query. */
  size: number
  /** Widest range that the endpoint accepts at all; null when it named none. */
  limit: number | null
  /** Pieces still to be read before the size may grow again. */
  waitFor: number
  /** The last accepted width, to fall back to after growing too far. */
  lastAccepted: number | null
  /** The last refused width, and the number of pieces to read before reaching it again. */
  refused: { readonly width: number; readonly pieces: number } | null
}

/** Starts with 2,000 blocks, halves on a refusal and grows by half on success (docs/chains.md#endpoints). */
const FIRST_SIZE = 2_000
const GROWTH = 1.5
const MAX_SIZE = 1_000_000
/** Processing this many items of one piece takes a few milliseconds. */
const MAX_ITEMS = 5_000
/** Pieces to read after a refusal before trying a wider one, because only a busy part of the range may have caused it. */
const PIECES_BEFORE_GROWTH = 8
/** Share of a refused width above which the difference is not worth another refusal. */
const NEAR_REFUSED = 0.9
/** The number doubles while the same width is refused, so that a limit which no refusal names costs few calls. */
const MAX_PIECES_BEFORE_GROWTH = 128

export const newRangeState = (): RangeState => ({ size: FIRST_SIZE, limit: null, waitFor: 0, lastAccepted: null, refused: null })

/** Pieces in flight at the same time: at 300 ms per answer, they use 25 calls a second. */
const AHEAD = 8

interface Piece<T> {
  readonly from: number
  readonly to: number
  /** Null before it is requested. */
  readonly result: Promise<T> | null
}

/**
 * Walks a closed range upwards in pieces as large as the endpoint allows. Pieces of a width that the endpoint accepts are requested several
 * at a time.
 *
 * @param fetch reads one closed piece; may throw NodeFault
 * @yields pieces without gaps or overlaps, ascending
 * @throws the endpoint's fault when even a single block is refused
 */
export async function* walkRange<T>(args: {
  from: number
  to: number
  ranges: RangeState
  fetch: (from: number, to: number) => Promise<T>
  /** Number of items in a piece. Pieces with too many become smaller, so that no answer takes long to process. */
  count?: (result: T) => number
}): AsyncGenerator<{ from: number; to: number; result: T }> {
  const { ranges, fetch, count } = args
  let pieces: readonly Piece<T>[] = args.from <= args.to ? [{ from: args.from, to: args.to, result: null }] : []
  for (;;) {
    pieces = requestNext(pieces, ranges, fetch)
    const [head, ...rest] = pieces
    if (head === undefined) return
    const { from, to } = head
    const width = to - from + 1
    let result: T
    try {
      result = await (head.result ?? fetch(from, to))
    } catch (error) {
      if (!(error instanceof NodeFault) || !mayFitSmaller(error) || width === 1) throw error
      learnFrom(error, width, ranges)
      pieces = [{ from, to, result: null }, ...rest]
      continue
    }
    yield { from, to, result }
    pieces = rest
    const items = count?.(result) ?? 0
    if (items > MAX_ITEMS && width > 1) ranges.size = Math.ceil((width * MAX_ITEMS) / items)
    else grow(ranges, width)
  }
}

/** Requests the first piece, and the next ones if their width is known to be accepted. */
function requestNext<T>(pieces: readonly Piece<T>[], ranges: RangeState, fetch: (from: number, to: number) => Promise<T>): Piece<T>[] {
  const requested: Piece<T>[] = []
  const left = [...pieces]
  for (let piece = left.shift(); piece !== undefined; piece = left.shift()) {
    const { from, to } = piece
    const mayRequest = requested.length === 0 || (requested.length < AHEAD && ranges.lastAccepted !== null && ranges.size <= ranges.lastAccepted)
    if (piece.result !== null || !mayRequest) {
      requested.push(piece)
      continue
    }
    const end = Math.min(to, from + ranges.size - 1)
    const result = fetch(from, end)
    // Awaited when its turn comes, or never if the walk ends earlier.
    result.catch(() => undefined)
    requested.push({ from, to: end, result })
    if (end < to) left.unshift({ from: end + 1, to, result: null })
  }
  return requested
}

function learnFrom(fault: NodeFault, width: number, ranges: RangeState): void {
  ranges.limit = namedLimit(fault.text) ?? ranges.limit
  const isAgain = ranges.refused !== null && width <= ranges.refused.width * GROWTH && width * GROWTH >= ranges.refused.width
  const pieces = isAgain ? Math.min(MAX_PIECES_BEFORE_GROWTH, (ranges.refused?.pieces ?? 0) * 2) : PIECES_BEFORE_GROWTH
  ranges.refused = { width, pieces }
  ranges.waitFor = pieces
  const suggested = suggestedRange(fault.text)
  const half = Math.max(1, Math.floor(width / 2))
  const fallback = ranges.lastAccepted !== null && ranges.lastAccepted < width ? ranges.lastAccepted : half
  ranges.size = suggested !== null && suggested < width ? suggested : fallback
  ranges.lastAccepted = null
}

/** A range that times out is treated as too large. */
function mayFitSmaller(fault: NodeFault): boolean {
  return fault.kind === 'too_large' || (fault.kind === 'unreachable' && /within \d/.test(fault.text))
}

/** Grows by half, but only halfway to a refused width until the size is near it. */
function nextSize({ size, refused }: RangeState): number {
  const next = Math.ceil(size * GROWTH)
  if (refused === null || size >= refused.width * NEAR_REFUSED || next < refused.width) return next
  return Math.floor((size + refused.width) / 2)
}

/** Grows by half up to the endpoint's limit; after a refusal only once `waitFor` pieces were accepted. */
function grow(ranges: RangeState, width: number): void {
  ranges.waitFor = Math.max(0, ranges.waitFor - 1)
  if (width < ranges.size) return
  ranges.lastAccepted = width
  if (ranges.waitFor > 0) return
  ranges.size = Math.max(ranges.size, Math.min(ranges.limit ?? MAX_SIZE, MAX_SIZE, nextSize(ranges)))
}
