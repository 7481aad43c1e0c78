import rows from '../../../../../resources/scan/evm-selectors.json' with { type: 'json' }

/** Known functions of tokens by what they are for: resources/scan/evm-selectors.json. */
export interface KnownFunction {
  readonly selector: string
  readonly signature: string
  readonly category: string
}

const FUNCTIONS = new Map<string, KnownFunction>(rows.map((row) => [row.selector, row]))

export const findFunction = (selector: string): KnownFunction | undefined => FUNCTIONS.get(selector)

export const knownFunctions = (selectors: ReadonlySet<string>): KnownFunction[] =>
  [...selectors].flatMap((selector) => FUNCTIONS.get(selector) ?? []).sort((a, b) => (a.signature < b.signature ? -1 : 1))

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
  [...selectors].filter((selector) => !FUNCTIONS.has(selector) && !STANDARD.has(selector)).sort()

/** Names of getters among the known functions. */
const GETTERS: ReadonlySet<string> = new Set([
  'blacklisted',
  'bots',
  'buyCooldownEnabled',
  'cooldownTimerInterval',
  'frozenAccount',
  'launchBlock',
  'launchedAt',
  'paused',
  'swapEnabled',
  'tradingActive',
  'tradingEnabled',
  'tradingOpen',
  'transferDelayEnabled',
  'transfersEnabled',
  'whitelistEnabled',
])

/** Whether a function only tells something, by its name. */
export function isGetter(signature: string): boolean {
  const [name = ''] = signature.split('(')
  return signature === 'cooldownEnabled()' || GETTERS.has(name) || /^(?:_?is[A-Z]|get)/.test(name)
}

/** What the names of a code's functions suggest, and nothing more: where a call can be simulated, the call decides. */
export interface NameHints {
  readonly mints: boolean
  readonly stopsSells: boolean
  readonly takesBalances: boolean
}

const STOPS: ReadonlySet<string> = new Set(['pause', 'trading_switch', 'blacklist', 'freeze_account'])

export function hintsOf(selectors: ReadonlySet<string>): NameHints {
  const actions = knownFunctions(selectors).filter(({ signature }) => !isGetter(signature))
  return {
    mints: actions.some(({ category }) => category === 'mint'),
    stopsSells: actions.some(({ category }) => STOPS.has(category)),
    takesBalances: actions.some(({ category }) => category === 'change_balance'),
  }
}
