import { decodeAbiParameters, decodeFunctionData, parseAbi, type Hex } from 'viem'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'

/** Who takes coins that a router unwraps: coins leave no log, but common routers name their taker in the call itself. */

const direct = parseAbi([
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
const bundled = parseAbi([
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function multicall(bytes32 previousBlockhash, bytes[] data)',
])
const unwrapping = parseAbi(['function unwrapWETH9(uint256 amountMinimum, address recipient)', 'function unwrapWETH9(uint256 amountMinimum)'])
const universal = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline)', 'function execute(bytes commands, bytes[] inputs)'])

/** The Universal Router's command, without its "may fail" bit. */
const UNWRAP_COMMAND = 0x0c
const COMMAND_MASK = 0x3f
/** Its names for "who called" and "this router". */
const CALLER = 1n
const ROUTER = 2n
const MOST_STEPS = 64

/**
 * @param input the call of the router that unwrapped
 * @param signer who called it
 * @returns null where the call is of no known form, or names more than one taker
 */
export function coinTaker(input: Hex, signer: Address): Address | null {
  for (const read of [takerOfSwap, takersOfBundle, takersOfCommands]) {
    try {
      const takers = new Set(read(input, signer))
      if (takers.size > 0) return takers.size === 1 ? ([...takers][0] ?? null) : null
    } catch {
      // The call is of another form: the next reader tries.
    }
  }
  return null
}

function takerOfSwap(input: Hex): Address[] {
  return [lower(decodeFunctionData({ abi: direct, data: input }).args[3])]
}

function takersOfBundle(input: Hex, signer: Address): Address[] {
  const { args } = decodeFunctionData({ abi: bundled, data: input })
  const steps = args.length === 1 ? args[0] : args[1]
  return steps.slice(0, MOST_STEPS).flatMap((step) => {
    const taker = takerOfUnwrap(step)
    return taker === undefined ? [] : [taker ?? signer]
  })
}

/** undefined: the step unwraps nothing; null: it unwraps for who called. */
function takerOfUnwrap(step: Hex): Address | null | undefined {
  try {
    const { args } = decodeFunctionData({ abi: unwrapping, data: step })
    return args.length === 1 ? null : lower(args[1])
  } catch {
    return undefined
  }
}

function takersOfCommands(input: Hex, signer: Address): Address[] {
  const [commands, inputs] = decodeFunctionData({ abi: universal, data: input }).args
  const codes = Buffer.from(commands.slice(2), 'hex').subarray(0, MOST_STEPS)
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
