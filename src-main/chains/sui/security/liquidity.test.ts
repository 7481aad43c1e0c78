import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SUI } from '../../../../e2e/fixtures/sui/ids.ts'
import { startSuiNode, type SuiTestNode } from '../../../../e2e/fixtures/sui/node.ts'
import { SafetyCoins } from '../../../../e2e/fixtures/sui/tokens.ts'
import { openPool } from '../../../../e2e/fixtures/sui/venues.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import { valuePools } from '../../../ingest/scan/value-pools.ts'
import type { ScanInput } from '../../../scan/input.ts'
import { lowLiquidity } from '../../../scan/rules/low_liquidity.ts'
import { noLiquidity } from '../../../scan/rules/no_liquidity.ts'
import type { ChainAdapter } from '../../adapter.ts'
import type { SecurityFacts } from '../../security/facts.ts'
import { createSuiAdapter } from '../adapter.ts'

/** Coins with many pools, and with pools of exchanges whose reserves are not read. */

const signal = new AbortController().signal
const WHOLE = 10n ** 9n
const DECOYS = 13

const coins = new SafetyCoins()
let node: SuiTestNode
let adapter: ChainAdapter
beforeAll(async () => {
  node = await startSuiNode(coins.ledger)
  adapter = createSuiAdapter({ network: 'sui', endpoints: node.endpoints })
})
afterAll(async () => {
  await adapter.close()
  await node.stop()
})

const poolOf = (coin: string, quote: string, address: string, dex: string, dexVersion: string): Pool => ({
  ...{ kind: 'pool', network: 'sui', address: trustedAddress(address), dex, dexVersion },
  ...{ token0: trustedAddress(coin), token1: trustedAddress(quote), createdBlock: null, createdTx: null },
})

async function factsOf(coin: string, pools: readonly Pool[]): Promise<SecurityFacts | undefined> {
  const query = { token: trustedAddress(coin), pools, holders: [], creator: null, createdBlock: null }
  return adapter.security?.(query, await adapter.head(signal), signal)
}

it('the deepest pool of SUI is read, however many others were opened before it', async () => {
  const { coin, pool } = coins.launch('deep')
  const decoys = Array.from({ length: DECOYS }, (_, i) => {
    const quote = coins.launch(`decoy${i}`).coin
    return poolOf(coin, quote, openPool(coins.ledger, coins.maker, 'cetus', coin, quote, WHOLE, 10_000n * WHOLE).id, 'cetus', 'clmm')
  })
  coins.ledger.seal()
  const facts = await factsOf(coin, [...decoys, poolOf(coin, SUI, pool.id, 'cetus', 'clmm')])
  expect(facts?.liquidity).toHaveLength(DECOYS + 1)
  expect(facts?.liquidity?.[0]).toMatchObject({ pool: pool.id, quoteRaw: 1_000n * WHOLE, largestFreePct: 100 })
  expect(facts?.partial).toContain(`Of ${DECOYS + 1} pools, only the owners of the 12 deepest were read.`)
})

describe('a pool whose reserves are not read', () => {
  it('leaves it unknown how little liquidity a coin has', async () => {
    const { coin, pool } = coins.launch('shallow', undefined, false, { coins: 100_000n, sui: 1n })
    const cetus = poolOf(coin, SUI, pool.id, 'cetus', 'clmm')
    const other = poolOf(coin, SUI, coins.launch('elsewhere').treasury, 'bluemove', 'amm')
    const decide = async (pools: readonly Pool[], solUsd: number) => {
      const facts = await factsOf(coin, pools)
      const input = { facts: { ...facts, liquidity: valuePools('sui', facts?.liquidity ?? [], solUsd) } } as unknown as ScanInput
      return [lowLiquidity.decide(input).state, noLiquidity.decide(input).state]
    }
    expect(await decide([cetus], 2)).toEqual(['applies', 'clear'])
    expect(await decide([cetus, other], 2)).toEqual(['unknown', 'clear'])
    expect(await decide([cetus, other], 0.01)).toEqual(['unknown', 'unknown'])
    expect(await decide([cetus, other], 5_000)).toEqual(['clear', 'clear'])
    const note = 'The reserves of 1 of 2 pools are unknown, because this version does not read pools of that kind.'
    expect((await factsOf(coin, [cetus, other]))?.partial).toContain(note)
  })
})
