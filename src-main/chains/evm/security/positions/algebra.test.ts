import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { ContractCall } from '../../rpc/multicall.ts'
import { newRangeState } from '../../rpc/limits/ranges.ts'
import type { Node } from '../../rpc/node.ts'
import { readLiquidity } from '../liquidity/liquidity.ts'
import { readMarkets } from '../liquidity/open-markets.ts'
import recorded from '../../fixtures/algebra/recorded.json' with { type: 'json' }

/** Algebra's pools and position managers answer differently from Uniswap's (src-main/chains/evm/fixtures/algebra/README.md). */

type Recorded = (typeof recorded)[keyof typeof recorded]

const signal = new AbortController().signal

/** A node with the recorded answers. All other calls fail. */
function nodeWith({ calls, logs }: Recorded): Node {
  const answers: Readonly<Record<string, string | null>> = calls
  const read = ({ to, abi, name, args = [] }: ContractCall): unknown => {
    const data = answers[`${to} ${encodeFunctionData({ abi, functionName: name, args })}`] ?? null
    try {
      return data === null ? null : decodeFunctionResult({ abi, functionName: name, data: data as Hex })
    } catch {
      return null
    }
  }
  const call = (_method: string, [{ address, topics }]: [{ address: readonly string[]; topics: readonly (string | readonly string[])[] }]): unknown =>
    logs.filter((log) => address.includes(log.address) && [topics[0] ?? []].flat().includes(log.topics[0] ?? ''))
  const rpc = { hosts: 'recorded', call: (...args: Parameters<typeof call>) => Promise.resolve(call(...args)) }
  return {
    rpc,
    multicall: { read: (asked: readonly ContractCall[]) => Promise.resolve(asked.map(read)) },
    ranges: newRangeState(),
    accounts: { codeSizes: (addresses: readonly string[]) => Promise.resolve(new Map(addresses.map((address) => [address, 0]))) },
  } as unknown as Node
}

describe.each(Object.entries(recorded))('%s', (dex, one) => {
  it('has the owners of its liquidity by what each can withdraw', async () => {
    const node = nodeWith(one)
    const [token, quote] = [trustedAddress(one.token), trustedAddress(one.quote)]
    const [token0, token1] = [token, quote].sort() as [typeof token, typeof token]
    const pool: Pool = {
      ...{
        kind: 'pool',
        network: 'bsc',
        address: trustedAddress(one.pool),
        dex,
        dexVersion: '3',
        token0,
        token1,
        createdBlock: null,
        createdTx: null,
      },
    }
    const at = { number: one.head, hash: '', time: 1_800_000_000 }
    const scan = { node, network: 'bsc', at, signal } as const
    const markets = await readMarkets(scan, token, [pool])
    expect(markets).toMatchObject({ open: [{ pool: one.pool, quote, concentrated: true }], closed: 0 })
    const { pools, notes } = await readLiquidity(scan, { token, markets, pools: [pool] }, signal)

    const price = (Number(one.rootPrice) / 2 ** 96) ** 2
    const [first = NaN, third = NaN] = one.truth.map(({ amount0, amount1 }) => Number(amount1) + Number(amount0) * price)
    const all = first * 1.5 + third
    expect(notes).toEqual([])
    expect(pools).toMatchObject([{ largestFreeOwner: one.truth[0]?.owner, locks: [{ type: 'burn', unlockAt: null }] }])
    expect(pools?.[0]?.largestFreePct).toBeCloseTo((first / all) * 100, 6)
    expect(pools?.[0]?.lockedPct).toBeCloseTo((first / 2 / all) * 100, 6)
  })
})
