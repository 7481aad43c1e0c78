import { describe, expect, it } from 'vitest'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE, type Pool } from '../../../../../src-shared/domain/events.ts'
import type { ContractCall } from '../../rpc/multicall.ts'
import type { Node } from '../../rpc/node.ts'
import { readMarkets, type Markets } from './open-markets.ts'

const address = (digits: string): Address => trustedAddress(`0x${digits.repeat(20)}`)
const TOKEN = address('77')
/** Listed quote tokens of Ethereum with 18 and 6 decimals, the second of them stable: https://etherscan.io/tokens. */
const WETH = trustedAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2')
const USDC = trustedAddress('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
const MEME = address('99')

const poolOf = (digits: string, quote: Address): Pool => ({
  ...{ kind: 'pool', network: 'eth', address: address(digits), dex: 'Uniswap', dexVersion: '2', createdBlock: null, createdTx: null },
  ...(digits < '50' ? { token0: TOKEN, token1: quote } : { token0: quote, token1: TOKEN }),
})

interface State {
  readonly reserves?: boolean
  readonly price?: boolean
  readonly held: bigint | null
  readonly decimals: bigint | null
}

function read(pools: readonly (readonly [Pool, State])[]): Promise<Markets> {
  const states = new Map(pools.map(([pool, state]) => [pool.address, state]))
  const answer = ({ to, name, args = [] }: ContractCall, quotes: ReadonlyMap<Address, State>): unknown => {
    if (name === 'getReserves') return states.get(to)?.reserves === true ? [1n, 1n, 0n] : null
    if (name === 'slot0') return states.get(to)?.price === true ? [1n, 0] : null
    if (name === 'balanceOf') return states.get(args[0] as Address)?.held
    return quotes.get(to)?.decimals
  }
  const quotes = new Map(pools.flatMap(([{ token0, token1 }, state]) => [token0, token1].map((token) => [token, state] as const)))
  const multicall = { read: (calls: readonly ContractCall[]) => Promise.resolve(calls.map((call) => answer(call, quotes))) }
  const all = pools.map(([pool]) => pool)
  const scan = {
    node: { multicall } as unknown as Node,
    network: 'eth',
    at: { number: 9, hash: '0x', time: 0 },
    signal: new AbortController().signal,
  } as const
  return readMarkets(scan, TOKEN, all)
}

describe('the markets of a token', () => {
  it('are those of listed quote tokens first, deepest first, and by address where both hold as much', async () => {
    const { open, closed } = await read([
      [poolOf('a4', MEME), { reserves: true, held: 10n ** 30n, decimals: null }],
      [poolOf('a3', WETH), { reserves: true, held: 4n * 10n ** 18n, decimals: 18n }],
      [poolOf('a2', USDC), { price: true, held: 5_000_000n, decimals: 6n }],
      [poolOf('a1', WETH), { reserves: true, held: 4n * 10n ** 18n, decimals: 18n }],
      [poolOf('11', USDC), { held: 5_000_000n, decimals: 6n }],
      [poolOf('12', WETH), { reserves: true, held: null, decimals: 18n }],
    ])
    expect(open.map(({ pool, quote, units, listed, stable, concentrated }) => [pool, quote, units, listed, stable, concentrated])).toEqual([
      [address('a2'), USDC, 5, true, true, true],
      [address('a1'), WETH, 4, true, false, false],
      [address('a3'), WETH, 4, true, false, false],
      [address('a4'), MEME, 1e12, false, false, false],
    ])
    expect(closed).toBe(2)
  })

  it('of the native coin are not open, because no contract can be asked', async () => {
    expect(await read([[poolOf('a1', NATIVE), { reserves: true, held: 1n, decimals: 18n }]])).toEqual({ open: [], managed: [], closed: 1 })
  })
})
