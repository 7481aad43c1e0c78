import { NodeFault } from './node-fault.ts'
import { suggestedRange } from './quirks.ts'

/** How many blocks one log query asks for: learnt from refusals, remembered for the endpoint's life. */
export interface RangeMemory {
  /** Blocks to ask for next. */
  size: number
  /** Smallest range that was refused for its width; null when no limit was met. */
  refused: number | null
}

/** chains.md §1.2: start with 2,000, halve on a refusal, grow by half on success. */
const FIRST_SIZE = 2_000
const GROWTH = 1.5
const LARGEST_SIZE = 1_000_000

export const newRangeMemory = (): RangeMemory => ({ size: FIRST_SIZE, refused: null })

/**
 * Walks a closed range upwards in pieces as large as the endpoint allows.
 *
 * @param fetch reads one closed piece; may throw NodeFault
 * @yields pieces without gaps or overlaps, ascending
 * @throws the endpoint's fault when even a single block is refused
 */
export async function* walkRange<T>(
  args: { from: number; to: number; memory: RangeMemory; fetch: (from: number, to: number) => Promise<T> },
): AsyncGenerator<{ from: number; to: number; result: T }> {
  const { memory } = args
  let from = args.from
  while (from <= args.to) {
    const to = Math.min(args.to, from + memory.size - 1)
    const width = to - from + 1
    let result: T
    try {
      result = await args.fetch(from, to)
    } catch (error) {
      if (!(error instanceof NodeFault) || !mayFitSmaller(error) || width === 1) throw error
      memory.refused = Math.min(memory.refused ?? width, width)
      const suggested = suggestedRange(error.text)
      memory.size = suggested !== null && suggested < width ? suggested : Math.max(1, Math.floor(width / 2))
      continue
    }
    yield { from, to, result }
    from = to + 1
    if (width === memory.size) memory.size = grown(memory)
  }
}

/** A range that times out is too large in other words. */
function mayFitSmaller(fault: NodeFault): boolean {
  return fault.kind === 'too_large' || (fault.kind === 'unreachable' && /within \d/.test(fault.text))
}

/** Grows towards the limit but does not bump into a refused size again and again. */
function grown(memory: RangeMemory): number {
  const next = Math.min(LARGEST_SIZE, Math.ceil(memory.size * GROWTH))
  return memory.refused === null ? next : Math.max(memory.size, Math.min(next, memory.refused - 1))
}
