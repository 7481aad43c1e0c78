/**
 * Copying rows to another thread blocks the sender: 10,000 trades take about 100 ms. Calls with many rows are sent in slices with other work in
 * between, and the thread joins the slices before it runs the call.
 */

/** About 5 ms of copying for trades, which are the largest rows. */
export const ROWS_PER_SLICE = 500

export interface Slice {
  readonly id: number
  readonly slice: readonly unknown[]
}

export interface Sliced {
  readonly args: readonly unknown[]
  readonly slices: readonly (readonly unknown[])[]
}

/** Splits the rows of the first argument when there are many; returns the call without slices otherwise. */
export function slicedArgs(args: readonly unknown[]): Sliced {
  const [first, ...rest] = args
  if (!hasRows(first) || first.rows.length <= ROWS_PER_SLICE) return { args, slices: [] }
  const slices: (readonly unknown[])[] = []
  for (let at = 0; at < first.rows.length; at += ROWS_PER_SLICE) slices.push(first.rows.slice(at, at + ROWS_PER_SLICE))
  return { args: [{ ...first, rows: [] }, ...rest], slices }
}

/** Puts the rows back into the first argument. */
export function joinedArgs(args: readonly unknown[], slices: readonly (readonly unknown[])[]): readonly unknown[] {
  const [first, ...rest] = args
  return slices.length > 0 && hasRows(first) ? [{ ...first, rows: slices.flat() }, ...rest] : args
}

function hasRows(value: unknown): value is { rows: readonly unknown[] } {
  return typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows)
}
