import { encodeFunctionData, type Hex } from 'viem'
import type { Contract } from '../../../fixtures/anvil/chain.ts'
import { orderV3, planV3, planV4, sellStepsV3, type Venues } from '../../../fixtures/anvil/venues.ts'
import type { Venue } from '../script.ts'

/** The calls that make and use the pool of the script's token, for each Uniswap version. */

export interface Call {
  /** null creates a contract. */
  readonly target: Hex | null
  readonly value: bigint
  readonly data: Hex
}

/** The deposit that opens a pool, in raw units. */
export interface Deposit {
  readonly by: Hex
  readonly tokens: bigint
  readonly coins: bigint
}

export interface Market {
  /** Contracts that take the tokens of a deposit and of a sale. */
  readonly spenders: { readonly deposit: Contract; readonly sale: Contract }
  /** Creates the pool without liquidity, in v3 and v4 at the price of the deposit. */
  create(deposit: Deposit): Call
  /** Transactions that make a deposit. They also create the pool unless `isCreated`. */
  deposit(deposit: Deposit, isCreated: boolean): readonly Call[]
  buy(receiver: Hex, coins: bigint): Call
  sell(seller: Hex, tokens: bigint): Call
}

const FAR_FUTURE = 4_102_444_800n

export const MARKETS: Readonly<Record<Exclude<Venue, 'curve'>, (venues: Venues, token: Contract, isTaxed: boolean) => Market>> = {
  v2: marketV2,
  v3: marketV3,
  v4: marketV4,
}

export function encodeCall({ address, abi }: Contract, functionName: string, args: readonly unknown[], value = 0n): Call {
  return { target: address, value, data: encodeFunctionData({ abi, functionName, args }) }
}

function marketV2({ v2: { factory, router, weth } }: Venues, token: Contract, isTaxed: boolean): Market {
  const sale = isTaxed ? 'swapExactTokensForETHSupportingFeeOnTransferTokens' : 'swapExactTokensForETH'
  return {
    spenders: { deposit: router, sale: router },
    create: () => encodeCall(factory, 'createPair', [token.address, weth.address]),
    deposit: ({ by, tokens, coins }) => [encodeCall(router, 'addLiquidityETH', [token.address, tokens, 0n, 0n, by, FAR_FUTURE], coins)],
    buy: (receiver, coins) => encodeCall(router, 'swapExactETHForTokens', [0n, [weth.address, token.address], receiver, FAR_FUTURE], coins),
    sell: (seller, tokens) => encodeCall(router, sale, [tokens, 0n, [token.address, weth.address], seller, FAR_FUTURE]),
  }
}

function marketV3(venues: Venues, token: Contract): Market {
  const { positions, router } = venues.v3
  const { weth } = venues.v2
  const plan = ({ by, tokens, coins }: Deposit): ReturnType<typeof planV3> => planV3({ token, amount: tokens, other: weth, otherAmount: coins }, by)
  return {
    spenders: { deposit: positions, sale: router },
    create: (deposit) => encodeCall(positions, 'createAndInitializePoolIfNecessary', plan(deposit).create),
    deposit(deposit) {
      const { create, mint } = plan(deposit)
      const steps = [encodeCall(positions, 'createAndInitializePoolIfNecessary', create), encodeCall(positions, 'mint', mint)]
      return [encodeCall(positions, 'multicall', [steps.map(({ data }) => data)], deposit.coins)]
    },
    buy: (receiver, coins) => encodeCall(router, 'exactInputSingle', [orderV3(weth, token, coins, receiver)], coins),
    sell: (seller, tokens) => encodeCall(router, 'multicall', [sellStepsV3(venues, token, tokens, seller)]),
  }
}

function marketV4({ v4: { manager, liquidity, trades } }: Venues, token: Contract): Market {
  const { key } = planV4(token, 1n, 1n)
  const create = ({ tokens, coins }: Deposit): Call => encodeCall(manager, 'initialize', planV4(token, tokens, coins).initialize)
  return {
    spenders: { deposit: liquidity, sale: trades },
    create,
    deposit(deposit, isCreated) {
      const { modify, send } = planV4(token, deposit.tokens, deposit.coins)
      const modified = encodeCall(liquidity, 'modifyLiquidity', modify, send)
      return isCreated ? [modified] : [create(deposit), modified]
    },
    buy: (receiver, coins) => encodeCall(trades, 'buy', [key, receiver], coins),
    sell: (seller, tokens) => encodeCall(trades, 'sell', [key, tokens, seller]),
  }
}
