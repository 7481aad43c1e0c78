/** Keeps answers small enough for a reader with a limited context, and says what was left out. */

export interface Cut {
  readonly path: string
  readonly shown: number
  readonly total: number
}

interface Limits {
  readonly items: number
  readonly characters: number
}

/** Tried in turn until the answer fits. */
const LIMITS: readonly Limits[] = [
  { items: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY },
  { items: 200, characters: 2_000 },
  { items: 50, characters: 1_000 },
  { items: 20, characters: 500 },
  { items: 5, characters: 200 },
  { items: 2, characters: 100 },
]

/** A paged list is not shortened below this while the lists inside it can still be shortened. */
const ROWS_PREFERRED = 10

/** JSON in characters. */
export const MAX_DATA_CHARACTERS = 40_000

export interface CutData {
  readonly data: Record<string, unknown>
  readonly cuts: readonly Cut[]
  /** Rows of the paged list that are shown. */
  readonly shown: number
}

/** @param list path of the list that a cursor continues; other lists are shortened permanently */
export function cutToSize(data: Record<string, unknown>, list: readonly string[] | null, max = MAX_DATA_CHARACTERS): CutData {
  let result: CutData = { data, cuts: [], shown: 0 }
  for (const [tried, limits] of LIMITS.entries()) {
    const cuts: Cut[] = []
    const shortened = shorten(data, '', list?.join('.') ?? null, limits, cuts) as Record<string, unknown>
    result = fitRows(shortened, list, cuts, max)
    const fits = JSON.stringify(result.data).length <= max
    const rows = list === null ? 0 : rowsAt(data, list).length
    const isLast = tried === LIMITS.length - 1
    if (fits && (list === null || result.shown >= Math.min(rows, isLast ? 0 : ROWS_PREFERRED))) return result
  }
  return result
}

function shorten(value: unknown, path: string, list: string | null, limits: Limits, cuts: Cut[]): unknown {
  if (typeof value === 'string') {
    if (value.length <= limits.characters) return value
    cuts.push({ path, shown: limits.characters, total: value.length })
    return value.slice(0, limits.characters)
  }
  if (Array.isArray(value)) {
    const items = path === list ? value : value.slice(0, limits.items)
    if (items.length < value.length) cuts.push({ path, shown: items.length, total: value.length })
    return items.map((item, at) => shorten(item, `${path}[${at}]`, list, limits, cuts))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, shorten(item, path === '' ? name : `${path}.${name}`, list, limits, cuts)]),
  )
}

/** Drops rows from the end of the paged list until the data fits; one row always stays. */
function fitRows(data: Record<string, unknown>, list: readonly string[] | null, cuts: readonly Cut[], max: number): CutData {
  if (list === null) return { data, cuts, shown: 0 }
  const rows = rowsAt(data, list)
  let size = JSON.stringify(withRows(data, list, [])).length
  let shown = 0
  for (const row of rows) {
    size += JSON.stringify(row).length + 1
    if (size > max && shown > 0) break
    shown += 1
  }
  const dropped = new RegExp(`^${list.join('\\.')}\\[(\\d+)\\]`)
  const kept = cuts.filter(({ path }) => Number(dropped.exec(path)?.[1] ?? -1) < shown)
  return { data: withRows(data, list, rows.slice(0, shown)), cuts: kept, shown }
}

/** Empty if the answer is missing. */
export function rowsAt(data: Record<string, unknown>, [part = '', name = '']: readonly string[]): readonly unknown[] {
  const rows = (data[part] as Readonly<Record<string, unknown>> | null)?.[name]
  return Array.isArray(rows) ? rows : []
}

export function withRows(
  data: Record<string, unknown>,
  [part = '', name = '']: readonly string[],
  rows: readonly unknown[],
): Record<string, unknown> {
  const answer = data[part]
  return typeof answer === 'object' && answer !== null ? { ...data, [part]: { ...answer, [name]: rows } } : data
}
