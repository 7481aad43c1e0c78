import rows from '../../../../resources/scan/evm-selectors.json' with { type: 'json' }

/** Known functions of tokens by what they are for: resources/scan/evm-selectors.json. */
export interface KnownFunction {
  readonly selector: string
  readonly signature: string
  readonly category: string
}

const BOOK = new Map<string, KnownFunction>(rows.map((row) => [row.selector, row]))

export const knownFunctions = (selectors: ReadonlySet<string>): KnownFunction[] =>
  [...selectors].flatMap((selector) => BOOK.get(selector) ?? []).sort((a, b) => (a.signature < b.signature ? -1 : 1))

/** Selectors of the standard, and of what every tool calls: never powers. */
const STANDARD: ReadonlySet<string> = new Set([
  '0x06fdde03',
  '0x95d89b41',
  '0x313ce567',
  '0x18160ddd',
  '0x70a08231',
  '0xa9059cbb',
  '0x23b872dd',
  '0x095ea7b3',
  '0xdd62ed3e',
  '0x39509351',
  '0xa457c2d7',
  '0xd505accf',
  '0x3644e515',
  '0x7ecebe00',
])

export const unknownSelectors = (selectors: ReadonlySet<string>): string[] =>
  [...selectors].filter((selector) => !BOOK.has(selector) && !STANDARD.has(selector)).sort()
