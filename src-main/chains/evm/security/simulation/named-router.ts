import type { Address } from '../../../../../src-shared/domain/address.ts'
import { approve, buyCalls, CASTS, factoryOf, readBuy, transferFromOf, wordIn, type Market } from '../liquidity/market.ts'
import type { Sandbox } from './sandbox.ts'
import { MUCH_LATER, NEXT, smallBuy } from './trade.ts'

/**
 * A router of the pool's exchange, among the contracts that a token names, that may take a holder's tokens for a sale. A token that lets no contract
 * spend tokens may exempt the router it was made for, and simulated sells through another contract then fail. Null if there is none.
 *
 * @param named addresses in the token's storage and code
 */
export async function findNamedRouter(sandbox: Sandbox, market: Market, token: Address, named: readonly Address[]): Promise<Address | null> {
  if (market.key !== null) return null
  const { pool } = market
  const others = named.filter((address) => address !== pool && address !== token)
  const [answers = []] = await sandbox.run([{ ...NEXT, calls: [pool, ...others].map(factoryOf) }])
  const [factory = null, ...factories] = answers.map(wordIn)
  const routers = others.filter((_, i) => factory !== null && factory !== 0n && factories[i] === factory)
  for (const router of routers) if (await maySell(sandbox, market, token, router)) return router
  return null
}

/** Whether the token lets the router move tokens that were bought into the pool. */
async function maySell(sandbox: Sandbox, market: Market, token: Address, router: Address): Promise<boolean> {
  const [cast] = CASTS
  const buy = { ...NEXT, calls: buyCalls(market, token, cast, smallBuy(market)) }
  const [results] = await sandbox.run([buy])
  const bought = readBuy(results ?? [], market, token)
  if (!bought.ok) return false
  const calls = [approve(cast.buyer, token, router), transferFromOf(router, token, cast.buyer, bought.raw / 4n, market.pool)]
  const [, sale] = await sandbox.run([buy, { ...MUCH_LATER, calls }])
  return sale?.[1]?.ok === true
}
