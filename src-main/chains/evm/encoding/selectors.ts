import rows from '../../../../resources/scan/evm-selectors.json' with { type: 'json' }
import { ERC20 } from './erc20.ts'

/** A known token function and its category, from resources/scan/evm-selectors.json. */
export interface KnownFunction {
  readonly selector: string
  readonly signature: string
  readonly category: string
}

const FUNCTIONS = new Map<string, KnownFunction>(rows.map((row) => [row.selector, row]))

/** In place of a selector: the code that runs if none matches. */
export const FALLBACK = '0x'

export const findFunction = (selector: string): KnownFunction | undefined => FUNCTIONS.get(selector)

export const knownFunctions = (selectors: ReadonlySet<string>): KnownFunction[] =>
  [...selectors].flatMap((selector) => FUNCTIONS.get(selector) ?? []).sort((a, b) => (a.signature < b.signature ? -1 : 1))

/** Selectors of ERC-20, of OpenZeppelin's allowance extension and of ERC-2612: https://eips.ethereum.org/EIPS/eip-2612. */
export const STANDARD: ReadonlyMap<string, string> = new Map<string, string>([
  ['0x06fdde03', 'name()'],
  ['0x95d89b41', 'symbol()'],
  ['0x313ce567', 'decimals()'],
  [ERC20.totalSupply, 'totalSupply()'],
  [ERC20.balanceOf, 'balanceOf(address)'],
  [ERC20.transfer, 'transfer(address,uint256)'],
  [ERC20.transferFrom, 'transferFrom(address,address,uint256)'],
  ['0x095ea7b3', 'approve(address,uint256)'],
  [ERC20.allowance, 'allowance(address,address)'],
  ['0x39509351', 'increaseAllowance(address,uint256)'],
  ['0xa457c2d7', 'decreaseAllowance(address,uint256)'],
  ['0xd505accf', 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
  ['0x3644e515', 'DOMAIN_SEPARATOR()'],
  ['0x7ecebe00', 'nonces(address)'],
])
