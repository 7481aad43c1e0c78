import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { ownArtifact } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { computeV4PoolId, deployVenues, planV4, swapV4, type V4Key, type Venues } from '../../../../../e2e/fixtures/anvil/venues.ts'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import { NATIVE, type Pool } from '../../../../../src-shared/domain/events.ts'
import { createEvmAdapter } from '../../adapter.ts'

/** Swaps of the real pool manager of Uniswap v4 in a pool that has no liquidity at first. The event of a hook with a curve of its own is the same. */

const missing = anvilMissing()
const never = new AbortController().signal

describe.skipIf(missing !== null)(`swaps in which a pool exchanges nothing${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let venues: Venues
  let token: Contract
  let key: V4Key
  const maker = account('empty swap maker')

  beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    await chain.setBalance(addressOf(maker), parseEther('10000'))
    venues = await deployVenues(chain, maker, 1)
    token = await chain.deploy(maker, ownArtifact('LaunchToken'), ['Empty', 'EMP', parseEther('1000000')])
    const plan = planV4(token, parseEther('100000'), parseEther('100'))
    key = plan.key
    await chain.call(maker, venues.v4.manager, 'initialize', plan.initialize)
  }, 60_000)
  afterAll(() => node.stop())

  /** Trades and remarks of the next block, in which the maker buys. */
  async function buy(): Promise<{ readonly trades: number; readonly remarks: readonly string[] }> {
    const block = Number(await chain.rpc('eth_blockNumber', [])) + 1
    await swapV4(chain, venues, maker, key, token, false, parseEther('1'))
    const pool: Pool = {
      ...{ kind: 'pool', network: 'eth', address: trustedAddress(computeV4PoolId(key)), dex: 'Uniswap', dexVersion: '4' },
      ...{ token0: NATIVE, token1: trustedAddress(token.address), createdBlock: null, createdTx: null },
    }
    const adapter = createEvmAdapter({ network: 'eth', endpoints: [node.url] })
    const [trades, remarks] = [[] as unknown[], [] as string[]]
    for await (const page of adapter.trades([pool], block, block, never)) {
      trades.push(...page.rows)
      remarks.push(...(page.remarks ?? []))
    }
    await adapter.close()
    return { trades: trades.length, remarks }
  }

  it('are no trades, and the read says so', async () => {
    expect(await buy()).toEqual({ trades: 0, remarks: [expect.stringContaining('a pool of a manager exchanged nothing')] })
  })

  it('are not meant where the pool trades', async () => {
    const { initialize, modify, send } = planV4(token, parseEther('100000'), parseEther('100'))
    key = { ...key, fee: 500, tickSpacing: 60 }
    await chain.call(maker, venues.v4.manager, 'initialize', [key, initialize[1]])
    await chain.call(maker, token, 'approve', [venues.v4.liquidity.address, 2n ** 256n - 1n])
    await chain.call(maker, venues.v4.liquidity, 'modifyLiquidity', [key, ...modify.slice(1)], send)
    expect(await buy()).toEqual({ trades: 1, remarks: [] })
  })
})
