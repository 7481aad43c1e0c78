import rows from '../../../../../resources/scan/evm-selectors.json' with { type: 'json' }

/** A known token function and its category, from resources/scan/evm-selectors.json. */
export interface KnownFunction {
  readonly selector: string
  readonly signature: string
  readonly category: string
}

const FUNCTIONS = new Map<string, KnownFunction>(rows.map((row) => [row.selector, row]))

export const findFunction = (selector: string): KnownFunction | undefined => FUNCTIONS.get(selector)

export const knownFunctions = (selectors: ReadonlySet<string>): KnownFunction[] =>
  [...selectors].flatMap((selector) => FUNCTIONS.get(selector) ?? []).sort((a, b) => (a.signature < b.signature ? -1 : 1))

/** Selectors of ERC-20, of OpenZeppelin's allowance extension and of ERC-2612: https://eips.ethereum.org/EIPS/eip-2612. */
export const STANDARD: ReadonlyMap<string, string> = new Map([
  ['0x06fdde03', 'name()'],
  ['0x95d89b41', 'symbol()'],
  ['0x313ce567', 'decimals()'],
  ['0x18160ddd', 'totalSupply()'],
  ['0x70a08231', 'balanceOf(address)'],
  ['0xa9059cbb', 'transfer(address,uint256)'],
  ['0x23b872dd', 'transferFrom(address,address,uint256)'],
  ['0x095ea7b3', 'approve(address,uint256)'],
  ['0xdd62ed3e', 'allowance(address,address)'],
  ['0x39509351', 'increaseAllowance(address,uint256)'],
  ['0xa457c2d7', 'decreaseAllowance(address,uint256)'],
  ['0xd505accf', 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
  ['0x3644e515', 'DOMAIN_SEPARATOR()'],
  ['0x7ecebe00', 'nonces(address)'],
])

/** Getters among the known functions whose names do not start with `is` or `get`. */
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

/** Whether a function only reads, judged by its name. */
export function isGetter(signature: string): boolean {
  const [name = ''] = signature.split('(')
  return signature === 'cooldownEnabled()' || GETTERS.has(name) || /^(?:_?is[A-Z]|get)/.test(name)
}

/** What function names suggest. Only a hint: where a call can be simulated, its result decides. */
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
