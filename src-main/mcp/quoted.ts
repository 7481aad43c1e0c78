/** Reads data that others wrote, for use in an answer. */

/** Control characters, and characters that are invisible or change the direction of text: a hostile name hides behind them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Writes invisible characters of every text as `\uXXXX`. */
export function showInvisible(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(INVISIBLE, escaped)
  if (Array.isArray(value)) return value.map(showInvisible)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [escapedName(name), showInvisible(item)]))
}

const escapedName = (name: string): string => name.replace(INVISIBLE, escaped)

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

const ID_FIELDS: ReadonlySet<string> = new Set(['evidence', 'tx', 'tx_signature'])
/** Hexadecimal or base58; anything else is not repeated outside the data. */
const ID = /^[\w-]{1,100}$/
const MAX_IDS = 100

/** Ids of the transactions that the data cites, in the order of the data. */
export function transactionIds(data: unknown): string[] {
  const found = new Set<string>()
  const visit = (value: unknown, isId: boolean): void => {
    if (found.size >= MAX_IDS) return
    if (typeof value === 'string') {
      if (isId && ID.test(value)) found.add(value)
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item, isId)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) visit(item, ID_FIELDS.has(name))
    }
  }
  visit(data, false)
  return [...found]
}
