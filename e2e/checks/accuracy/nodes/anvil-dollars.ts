import { parseUnits, type Hex } from 'viem'
import type { Contract, DevChain, Sender } from '../../../fixtures/anvil/chain.ts'
import { ownArtifact } from '../../../fixtures/anvil/uniswap.ts'
import { deployAt, seedV3, type Venues } from '../../../fixtures/anvil/venues.ts'
import type { Script } from '../script.ts'

/** USDC on Ethereum. The node has a plain ERC-20 token at this address. Its decimals come from the app's token list. */
const USDC: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const DECIMALS = 6
const COINS_IN_POOL = 100

export const rawDollars = (dollars: number): bigint => parseUnits(dollars.toFixed(DECIMALS), DECIMALS)

/**
 * Deploys a dollar coin, and a pool that prices the native coin in it, at their mainnet addresses, and funds the payers of
 * the script. Returns null when the script uses no dollars.
 */
export async function deployDollars(
  { chain, venues, deployer }: { readonly chain: DevChain; readonly venues: Venues; readonly deployer: Sender },
  { actions, coinPrice }: Script,
  at: (name: string) => Hex,
): Promise<Contract | null> {
  if (coinPrice === null) return null
  const usdc = await deployAt(chain, deployer, USDC, ownArtifact('LaunchToken'), ['USD Coin', 'USDC', rawDollars(1e9)])
  const { weth } = venues.v2
  const otherAmount = parseUnits(String(COINS_IN_POOL), 18)
  await chain.call(deployer, weth, 'deposit', [], otherAmount)
  await seedV3(chain, venues, deployer, { token: usdc, amount: rawDollars(COINS_IN_POOL * coinPrice), other: weth, otherAmount })
  for (const action of actions)
    if (action.do === 'payDollars') await chain.call(deployer, usdc, 'transfer', [at(action.from), rawDollars(action.dollars)])
  return usdc
}
