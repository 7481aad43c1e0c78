import type { KeyQuotas } from '../contract/records/service.ts'

/** Display forms of addresses, shares, times and whole numbers, for texts of the service and the page. */

const HEAD = 3
const TAIL = 3
const MIN_CUT = 12

/** `4fT…9xk`, `0x1f9…984`, and for a Sui coin type `0x5d4…cf3::sui::SUI`. */
export function shortAddress(address: string): string {
  const [pack = address, ...names] = address.split('::')
  const head = pack.startsWith('0x') ? HEAD + 2 : HEAD
  const cut = pack.length > MIN_CUT ? `${pack.slice(0, head)}…${pack.slice(-TAIL)}` : pack
  return [cut, ...names].join('::')
}

/** The token of a snapshot, which has an empty name or symbol if it is unknown. */
interface NamedToken {
  readonly name: string
  readonly symbol: string
  readonly address: string
}

export const tokenName = ({ name, symbol, address }: NamedToken): string => name || symbol || shortAddress(address)

/** `Pepper (PEP)`, or as much of it as is known. */
export const tokenTitle = (token: NamedToken): string =>
  token.name === '' || token.symbol === '' ? tokenName(token) : `${token.name} (${token.symbol})`

/** The symbol of a token in a list, with its address if another token there has the same symbol; the address alone if it has none. */
export function distinctSymbol(tokens: readonly { readonly address: string; readonly symbol: string | null }[], address: string): string {
  const symbol = tokens.find((token) => token.address === address)?.symbol ?? null
  if (symbol === null) return shortAddress(address)
  return tokens.filter((token) => token.symbol === symbol).length > 1 ? `${symbol} ${shortAddress(address)}` : symbol
}

/** A smaller share would read 0.00 although it is not zero. */
const MIN_SHOWN_PERCENT = 0.01
/** Shares from here on would read 100.0 although they are not the whole. */
const LARGEST_SHOWN_PART = 99.95

/** Tokens may report balances far above their supply. From here on, a share is a whole number with separators, as an amount. */
const MIN_WITHOUT_DECIMALS = 999.95

/** Two decimals under 10, one above, none from 1,000, `<0.01 %` for what would read as zero, and `>99.9 %` for what would read as the whole. */
export function shortPercent(value: number): string {
  if (value === 0) return '0 %'
  const size = Math.abs(value)
  if (size < MIN_SHOWN_PERCENT) return value < 0 ? '>-0.01 %' : '<0.01 %'
  if (size >= LARGEST_SHOWN_PART && size < 100) return value < 0 ? '<-99.9 %' : '>99.9 %'
  if (size >= MIN_WITHOUT_DECIMALS) return `${unitsText(value)} %`
  const twoDecimals = value.toFixed(2)
  return `${Math.abs(Number(twoDecimals)) < 10 ? twoDecimals : value.toFixed(1)} %`
}

/** A lower bound of a share, rounded down: `≥ 3.20 %`. */
export function leastPercent(value: number): string {
  if (value > 0 && value < MIN_SHOWN_PERCENT) return '>0 %'
  const scale = value < 10 ? 100 : value < MIN_WITHOUT_DECIMALS ? 10 : 1
  // The product of doubles may be just below the whole number that it should be.
  return `≥ ${shortPercent(Math.floor(Number((value * scale).toPrecision(15))) / scale)}`
}

/** A lower bound of a share in a sentence: `at least 3.20 %`, `more than 0 %`. */
export const atLeastText = (value: number): string => leastPercent(value).replace('≥', 'at least').replace('>', 'more than ')

/** A weight or probability with two decimals. Neither 0 nor 1 stands for a value that only rounds to it. */
export function weightText(p: number): string {
  if (p > 0 && p < 0.005) return '<0.01'
  return p >= 0.995 && p < 1 ? '>0.99' : p.toFixed(2)
}

/** Decimals of the percentages in records (src-shared/domain/amount.ts). */
const PERCENT_DECIMALS = 12

/** Shares as `shortPercent`, or in the fewest decimals that tell different ones apart: those around 20 % read `19.98 %` and `20.02 %`. */
export function distinctPercents(shares: readonly number[]): string[] {
  const different = new Set(shares).size
  const short = shares.map(shortPercent)
  if (new Set(short).size === different) return short
  for (let decimals = 2; decimals < PERCENT_DECIMALS; decimals++) {
    const texts = shares.map((share) => share.toFixed(decimals))
    if (new Set(texts).size === different && shares.every((share, i) => share === 0 || Number(texts[i]) !== 0))
      return texts.map((text) => `${text} %`)
  }
  return shares.map((share) => `${share.toFixed(PERCENT_DECIMALS)} %`)
}

/** A whole number with thousands separators: 340,100,000. */
export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

const AMOUNT_DIGITS = 4
/** From here on, a double names no digits beyond its own: they are written as an exponent. */
const LARGEST_WRITTEN_OUT = 1e21
const MAX_DECIMALS = 100

/** Four significant digits of an amount, and every digit before the point: 12,345, -0.5 or 0.002041. Beyond all digits, 1.158e+77. */
export function unitsText(units: number): string {
  if (units < 0) return `-${unitsText(-units)}`
  const shown = Number(units.toPrecision(AMOUNT_DIGITS))
  if (shown >= LARGEST_WRITTEN_OUT) return String(shown)
  if (shown >= 1000) return grouped(Math.round(units))
  if (shown >= 1e-6 || shown === 0) return String(shown)
  const decimals = AMOUNT_DIGITS - 1 - Math.floor(Math.log10(units))
  return decimals > MAX_DECIMALS ? String(shown) : units.toFixed(decimals).replace(/0+$/, '')
}

/** Unix seconds as `2026-02-03 04:05:06 UTC`. */
export const timeText = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** "1 wallet", "7 wallets". */
export function countOf(whole: number, one: string, many = `${one}s`): string {
  return `${grouped(whole)} ${whole === 1 ? one : many}`
}

export const unlistedTradesText = (count: number): string =>
  `${countOf(count, 'stored trade is', 'stored trades are')} not listed, because the time or the decimals of a token are unknown.`

/** The coverage of a record in words: `holders=150/?, trades=missing` is "150 holders of an unknown number, no trades". */
export function coverageText(coverage: string): string {
  return coverage
    .split(', ')
    .map((part) => {
      const [name = part, value = ''] = part.split('=')
      const [known = '', all] = value.split('/')
      if (all === '?') return `${countOf(Number(known), name.replace(/s$/, ''))} of an unknown number`
      if (all !== undefined) return `${grouped(Number(known))} of ${grouped(Number(all))} ${name}`
      return value === 'missing' ? `no ${name}` : value === 'partial' ? `some ${name}` : part
    })
    .join(', ')
}

/** `60 requests a minute, 5 subscriptions`; empty without limits. */
export function quotaText(quotas: KeyQuotas | null): string {
  const { requests_per_minute = null, requests_per_day = null, subscriptions = null } = quotas ?? {}
  return [
    ...(requests_per_minute === null ? [] : [`${countOf(requests_per_minute, 'request')} a minute`]),
    ...(requests_per_day === null ? [] : [`${countOf(requests_per_day, 'request')} a day`]),
    ...(subscriptions === null ? [] : [countOf(subscriptions, 'subscription')]),
  ].join(', ')
}
