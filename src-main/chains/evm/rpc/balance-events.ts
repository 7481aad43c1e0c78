import { toFunctionSelector } from 'viem'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { request } from '../../rpc/request.ts'
import { readCode } from '../bytecode/code/code-facts.ts'
import { tokenAbi } from '../encoding/abi.ts'
import { toHexNumber } from '../encoding/hex.ts'
import { ERC20_EVENTS, WRAPPER_EVENTS, type BalanceEvents } from '../transaction/balance-events.ts'
import { hexBig, hexBytes } from '../transaction/raw.ts'
import type { Blocks } from './blocks/blocks.ts'
import type { Multicall } from './multicall.ts'
import type { Rpc } from './rpc.ts'

/** Which events of each token state its balances, found once per token. */
export interface KnownBalanceEvents {
  of(token: Address, signal: AbortSignal): Promise<BalanceEvents>
}

const MAX_CACHED_TOKENS = 10_000
/** Functions of WETH9: https://github.com/gnosis/canonical-weth/blob/master/contracts/WETH9.sol. */
const WRAPS = ['function deposit()', 'function withdraw(uint256)'].map((one) => toFunctionSelector(one))

export function openBalanceEvents(rpc: Rpc, multicall: Multicall, blocks: Blocks): KnownBalanceEvents {
  const known = new Map<Address, BalanceEvents>()

  /** Like WETH9, it issues exactly what it holds of the native coin. Null while it holds nothing, which shows nothing. */
  async function isWrapper(token: Address, signal: AbortSignal): Promise<boolean | null> {
    const { selectors } = readCode(await request(rpc, hexBytes, 'eth_getCode', [token, 'latest'], signal))
    if (!WRAPS.every((selector) => selectors.has(selector))) return false
    const { number } = await blocks.head(signal)
    const [held, [supply]] = await Promise.all([
      request(rpc, hexBig, 'eth_getBalance', [token, toHexNumber(number)], signal),
      multicall.read([{ to: token, abi: tokenAbi, name: 'totalSupply' }], number, signal),
    ])
    return supply === 0n ? null : held === supply
  }

  return {
    async of(token, signal) {
      const before = known.get(token)
      if (before !== undefined) return before
      const wraps = await isWrapper(token, signal)
      const events = wraps === true ? WRAPPER_EVENTS : ERC20_EVENTS
      if (known.size > MAX_CACHED_TOKENS) known.clear()
      if (wraps !== null) known.set(token, events)
      return events
    },
  }
}
