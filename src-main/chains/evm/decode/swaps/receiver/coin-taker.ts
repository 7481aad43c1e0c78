import { decodeAbiParameters, decodeFunctionData, parseAbi, type Hex } from 'viem'
import { trustedAddress, type Address } from '../../../../../../src-shared/domain/address.ts'

/** The receiver of coins that a router unwraps. Native transfers leave no log, but the calls of common routers name the receiver. */

/** https://github.com/Uniswap/v2-periphery/blob/master/contracts/interfaces/IUniswapV2Router02.sol */
const direct = parseAbi([
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
/** https://github.com/andrecronje/solidly/blob/master/contracts/BaseV1-periphery.sol */
const solidly = parseAbi([
  'struct Route { address from; address to; bool stable; }',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, Route[] routes, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, Route[] routes, address to, uint256 deadline)',
])
/** https://github.com/aerodrome-finance/contracts/blob/main/contracts/interfaces/IRouter.sol */
const aerodrome = parseAbi([
  'struct Route { address from; address to; bool stable; address factory; }',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, Route[] routes, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, Route[] routes, address to, uint256 deadline)',
])
/** https://github.com/Uniswap/swap-router-contracts/blob/main/contracts/interfaces/IMulticallExtended.sol */
const bundled = parseAbi([
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function multicall(bytes32 previousBlockhash, bytes[] data)',
])
/**
 * A call that names no recipient pays the caller. With a fee, the recipient gets what the interface's own address does not:
 * https://github.com/Uniswap/swap-router-contracts/blob/main/contracts/interfaces/IPeripheryPaymentsWithFeeExtended.sol
 * https://github.com/cryptoalgebra/Algebra/blob/master/src/periphery/contracts/interfaces/IPeripheryPaymentsWithFee.sol
 */
const unwrapping = parseAbi([
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function unwrapWETH9(uint256 amountMinimum)',
  'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
  'function unwrapWETH9WithFee(uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
  'function unwrapWNativeToken(uint256 amountMinimum, address recipient)',
  'function unwrapWNativeTokenWithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
])
const universal = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline)', 'function execute(bytes commands, bytes[] inputs)'])

/** UNWRAP_WETH, and the mask of the command type: https://github.com/Uniswap/universal-router/blob/main/contracts/libraries/Commands.sol. */
const UNWRAP_COMMAND = 0x0c
const COMMAND_MASK = 0x3f
/** Placeholders for the caller and the router: https://github.com/Uniswap/v4-periphery/blob/main/src/libraries/ActionConstants.sol. */
const CALLER = 1n
const ROUTER = 2n
const MAX_STEPS = 64

/**
 * @param input the call of the router that unwrapped
 * @param signer the caller of the router
 * @returns null when the call has no known form or names more than one receiver
 */
export function coinTaker(input: Hex, signer: Address): Address | null {
  for (const read of [takerOfSwap, takersOfBundle, takersOfCommands]) {
    try {
      const takers = new Set(read(input, signer))
      if (takers.size > 0) return takers.size === 1 ? ([...takers][0] ?? null) : null
    } catch {
      // The call has another form; the next reader tries it.
    }
  }
  return null
}

function takerOfSwap(input: Hex): Address[] {
  return [lower(decodeFunctionData({ abi: [...direct, ...solidly, ...aerodrome], data: input }).args[3])]
}

function takersOfBundle(input: Hex, signer: Address): Address[] {
  const { args } = decodeFunctionData({ abi: bundled, data: input })
  const steps = args.length === 1 ? args[0] : args[1]
  return steps.slice(0, MAX_STEPS).flatMap((step) => {
    const taker = takerOfUnwrap(step)
    return taker === undefined ? [] : [taker ?? signer]
  })
}

/** Undefined when the step unwraps nothing, null when it unwraps for the caller. */
function takerOfUnwrap(step: Hex): Address | null | undefined {
  try {
    const { args } = decodeFunctionData({ abi: unwrapping, data: step })
    return typeof args[1] === 'string' ? lower(args[1]) : null
  } catch {
    return undefined
  }
}

function takersOfCommands(input: Hex, signer: Address): Address[] {
  const [commands, inputs] = decodeFunctionData({ abi: universal, data: input }).args
  const codes = Buffer.from(commands.slice(2), 'hex').subarray(0, MAX_STEPS)
  return [...codes].flatMap((code, i) => {
    const data = inputs[i]
    if ((code & COMMAND_MASK) !== UNWRAP_COMMAND || data === undefined) return []
    const [recipient] = decodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], data)
    const value = BigInt(recipient)
    if (value === ROUTER) return []
    return [value === CALLER ? signer : lower(recipient)]
  })
}

const lower = (text: string): Address => trustedAddress(text.toLowerCase())
