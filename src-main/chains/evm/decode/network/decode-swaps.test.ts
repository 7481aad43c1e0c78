import { describe, expect, test } from 'vitest'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { ResolvedPool } from '../../../adapter.ts'
import type { Hex, RawLog } from '../../transaction/log.ts'
import { TRANSFER_TOPIC } from '../../transaction/transfer-log.ts'
import { decodeSwaps } from './decode-swaps.ts'

const address = (n: number): Address => trustedAddress(`0x${n.toString(16).padStart(40, '0')}`)
const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const topic = (of: Address): Hex => `0x${of.slice(2).padStart(64, '0')}`
const [pool, signer, tokenA, tokenB] = [address(1), address(2), address(10), address(11)]
const HASH: Hex = `0x${'ab'.repeat(32)}`
const SWAP_V2: Hex = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'

function log(logIndex: number, by: Address, topics: Hex[], data: Hex): RawLog {
  const place = { blockNumber: 7, blockHash: HASH, transactionHash: HASH, transactionIndex: 0, removed: false, blockTimestamp: null }
  return { address: by, topics, data, logIndex, ...place }
}
const move = (index: number, token: Address, from: Address, to: Address, raw: bigint): RawLog =>
  log(index, token, [TRANSFER_TOPIC as Hex, topic(from), topic(to)], `0x${word(raw)}`)

/** A swap whose event claims that `out` of token B left the pool; in fact 40 did. */
const decoded = (out: bigint, pools: readonly ResolvedPool[] = []): string[] =>
  decodeSwaps({
    network: 'eth',
    pools,
    genuinePairs: new Set(),
    transactions: [
      {
        ...{ network: 'eth', tx: HASH, signer, to: pool, input: null, time: 1 },
        logs: [
          move(0, tokenA, signer, pool, 100n),
          move(1, tokenB, pool, signer, 40n),
          log(2, pool, [SWAP_V2, topic(signer), topic(signer)], `0x${word(100n)}${word(0n)}${word(0n)}${word(out)}`),
        ],
      },
    ],
  }).trades.map(({ tokenIn, tokenOut, dex }) => `${dex}: ${tokenIn.raw} ${tokenIn.token} for ${tokenOut.raw} ${tokenOut.token}`)

describe('the swaps of a whole block', () => {
  test('of an unproved contract count where token movements show both sides', () => {
    expect(decoded(40n)).toEqual([`uniswap-v2-fork: 100 ${tokenA} for 40 ${tokenB}`])
  })

  test('do not count where an unproved contract claims more than it paid', () => {
    expect(decoded(10n ** 30n)).toEqual([])
  })

  test('count as a pool reports them that its factory confirms', () => {
    const known: ResolvedPool = { address: pool, dex: 'Uniswap', dexVersion: '2', token0: tokenA, token1: tokenB }
    expect(decoded(41n, [known])).toEqual([`Uniswap: 100 ${tokenA} for 41 ${tokenB}`])
  })
})
