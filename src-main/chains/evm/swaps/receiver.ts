import { decodeFunctionData, parseAbi } from 'viem'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'

/** A token movement inside a transaction. */
export interface Move {
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly raw: bigint
  readonly index: number
}

/** One leg as far as the way of its tokens needs it. */
export interface LegRoute {
  readonly pool: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly recipient: Address | null
  readonly index: number
}

export interface Route {
  readonly legs: readonly LegRoute[]
  readonly moves: readonly Move[]
  readonly signer: Address
  readonly calledContract: Address | null
  /** Addresses that unwrapped coins, by wrapped token. */
  readonly unwraps: readonly { readonly token: Address; readonly by: Address }[]
  readonly input: `0x${string}` | null
}

/** Routes in the wild stay far below this; a loop of transfers must end somewhere. */
const MOST_STEPS = 32

/**
 * Who ends up with what a leg paid out: the pool's recipient, or, where that is the next pool or a contract that passes
 * the tokens on in the same transaction, whoever got them last. Null when the way ends in unwrapped coins whose taker no
 * log names.
 */
export function receiverOf(leg: LegRoute, route: Route): Address | null {
  let current = leg
  let holder = leg.recipient
  let after = -1
  for (let step = 0; step < MOST_STEPS && holder !== null; step++) {
    if (holder === route.signer) return holder
    const here = holder
    const next = route.legs.find((one) => one.pool === here && one.tokenIn === current.tokenOut && one !== current)
    if (next !== undefined && next.index > current.index) {
      current = next
      holder = next.recipient
      after = -1
      continue
    }
    const onward = largest(
      route.moves.filter((move) => move.token === current.tokenOut && move.from === here && move.index > after && follows(move, current, route)),
    )
    if (onward !== null) {
      holder = onward.to
      after = onward.index
      continue
    }
    if (route.unwraps.some((unwrap) => unwrap.by === here && unwrap.token === current.tokenOut)) return coinTaker(here, route)
    return holder
  }
  return holder
}

/** Tokens leave the recipient after the swap paid it. Pools pay before they write the Swap event, so the payment counts. */
function follows(move: Move, leg: LegRoute, route: Route): boolean {
  const payment = route.moves.find((one) => one.token === leg.tokenOut && one.from === leg.pool && one.to === leg.recipient)
  return move.index > (payment?.index ?? leg.index)
}

function largest(moves: readonly Move[]): Move | null {
  return moves.reduce<Move | null>((best, move) => (best === null || move.raw > best.raw ? move : best), null)
}

const routerAbi = parseAbi([
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

/** Coins leave no log. The Uniswap v2 router names their taker in its call; for others it is not known. */
function coinTaker(unwrapper: Address, route: Route): Address | null {
  if (route.input === null || route.calledContract !== unwrapper) return null
  try {
    return trustedAddress(decodeFunctionData({ abi: routerAbi, data: route.input }).args[3].toLowerCase())
  } catch {
    return null
  }
}
