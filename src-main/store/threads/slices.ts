/**
 * Copying rows to another thread blocks the sender: 10,000 trades take about 100 ms. Calls with many rows are sent in slices with other work in
 * between, and the thread joins the slices before it runs the call.
 */

/** About 5 ms of copying for trades, which are the largest rows. */
export const ROWS_PER_SLICE = 500

export interface Slice extends RowSlice {
  readonly id: number
}

export interface RowSlice {
  /** The index among calls that run together. 0 for a single call. */
  readonly call: number
  readonly rows: readonly unknown[]
}

export interface Sliced {
  readonly args: readonly unknown[]
  readonly slices: readonly RowSlice[]
}

/** Splits the rows of the first argument, or of all calls in it, when there are many; returns the call without slices otherwise. */
export function slicedArgs(args: readonly unknown[]): Sliced {
  const slices: RowSlice[] = []
  let count = 0
  mapCalls(args, (value) => (count += hasRows(value) ? value.rows.length : 0))
  if (count <= ROWS_PER_SLICE) return { args, slices }
  const rest = mapCalls(args, (value, call) => {
    if (!hasRows(value) || value.rows.length === 0) return value
    for (let at = 0; at < value.rows.length; at += ROWS_PER_SLICE) slices.push({ call, rows: value.rows.slice(at, at + ROWS_PER_SLICE) })
    return { ...value, rows: [] }
  })
  return { args: rest, slices }
}

export function joinedArgs(args: readonly unknown[], slices: readonly RowSlice[]): readonly unknown[] {
  if (slices.length === 0) return args
  const byCall = Map.groupBy(slices, ({ call }) => call)
  return mapCalls(args, (value, call) => {
    const own = byCall.get(call)
    return own === undefined || !hasRows(value) ? value : { ...value, rows: own.flatMap(({ rows }) => rows) }
  })
}

function mapCalls([first, ...rest]: readonly unknown[], change: (value: unknown, call: number) => unknown): readonly unknown[] {
  if (first === undefined) return rest
  if (!hasCalls(first)) return [change(first, 0), ...rest]
  return [{ ...first, calls: first.calls.map((one, call) => ({ ...one, args: change(one.args, call) })) }, ...rest]
}

function hasRows(value: unknown): value is { rows: readonly unknown[] } {
  return typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows)
}

function hasCalls(value: unknown): value is { calls: readonly { readonly args: unknown }[] } {
  return typeof value === 'object' && value !== null && 'calls' in value && Array.isArray(value.calls)
}
