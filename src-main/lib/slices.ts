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
  /** The members that lead from the arguments to the list. */
  readonly path: readonly string[]
  readonly rows: readonly unknown[]
}

export interface Sliced {
  readonly args: readonly unknown[]
  readonly slices: readonly RowSlice[]
}

type Change = (list: readonly unknown[], path: readonly string[]) => readonly unknown[]

/** Splits the lists in the arguments when they have many rows together; returns the call without slices otherwise. */
export function slicedArgs(args: readonly unknown[]): Sliced {
  if (countRows(args) <= ROWS_PER_SLICE) return { args, slices: [] }
  const slices: RowSlice[] = []
  const rest = mapLists(args, [], (list, path) => {
    for (let at = 0; at < list.length; at += ROWS_PER_SLICE) slices.push({ path, rows: list.slice(at, at + ROWS_PER_SLICE) })
    return []
  })
  return { args: rest as readonly unknown[], slices }
}

export function joinedArgs(args: readonly unknown[], slices: readonly RowSlice[]): readonly unknown[] {
  if (slices.length === 0) return args
  const byPath = Map.groupBy(slices, ({ path }) => path.join())
  return mapLists(args, [], (list, path) => byPath.get(path.join())?.flatMap(({ rows }) => rows) ?? list) as readonly unknown[]
}

/** The rows of the lists of a call: of its arguments, of their members, and of the calls that run together. Rows have no lists of their own. */
function countRows(value: unknown, name?: string): number {
  if (Array.isArray(value)) return HAVE_LISTS.has(name) ? value.reduce<number>((sum, item) => sum + countRows(item, ''), 0) : value.length
  let count = 0
  if (isPlain(value)) for (const key in value) count += countRows(value[key], key)
  return count
}

function mapLists(value: unknown, path: readonly string[], change: Change): unknown {
  if (Array.isArray(value) && !HAVE_LISTS.has(path.at(-1))) return change(value, path)
  if (Array.isArray(value)) return value.map((item, i) => mapLists(item, [...path, String(i)], change))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapLists(member, [...path, name], change)]))
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The arguments, and the calls that run together. */
const HAVE_LISTS: ReadonlySet<string | undefined> = new Set([undefined, 'calls'])
