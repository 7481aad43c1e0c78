import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeEvmTransaction } from '../../../src-main/chains/evm/decode/decode-transaction.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'

/** Decoded pool fees against recorded swaps, from other values that the pool states: its reserves, or the protocol's part of the fee. */

interface Leg {
  readonly log_index: number
  readonly pool: string
  readonly raw: Partial<Record<'amount0In' | 'amount1In' | 'amount0Out' | 'amount1Out', string>>
  readonly token_in: { readonly token: string | null; readonly amount_raw: string }
  readonly token_out: { readonly token: string | null; readonly amount_raw: string }
}
interface Log {
  readonly address: string
  readonly logIndex: string
  readonly topics: readonly string[]
  readonly data: string
}
const FIXTURES = new URL('../../../src-main/chains/evm/fixtures/', import.meta.url)
const SYNC = '0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'

const recorded = JSON.parse(readFileSync(new URL('expected.json', FIXTURES), 'utf8')) as { network: NetworkId; hash: string; legs: Leg[] }[]

const answerOf = <T>(network: string, hash: string, kind: 'tx' | 'receipt'): T => {
  const answer = JSON.parse(readFileSync(new URL(`${network}/${hash.slice(0, 18)}.${kind}.json`, FIXTURES), 'utf8')) as T & { result?: T }
  return answer.result ?? answer
}

interface RecordedSwap {
  readonly venue: string
  /** Share of the payment that was decoded as the fee; null when unknown. */
  readonly share: number | null
  readonly trade: Trade
  readonly log: Log
  readonly leg: Leg | undefined
  readonly logs: readonly Log[]
}

const swaps = recorded.flatMap(({ network, hash, legs }): RecordedSwap[] => {
  const receipt = answerOf<{ logs: Log[] }>(network, hash, 'receipt')
  const events = decodeEvmTransaction({ network, tx: answerOf(network, hash, 'tx'), receipt, time: null, tokenInfo: () => null })
  return events.flatMap((trade) => {
    if (trade.kind !== 'trade') return []
    const { venueFeeRaw, raw } = trade.tokenIn
    const share = venueFeeRaw === undefined ? null : Number(venueFeeRaw) / Number(raw)
    const log = receipt.logs.find(({ logIndex }) => Number(logIndex) === trade.position.event)
    const leg = legs.find(({ log_index }) => log_index === trade.position.event)
    return log === undefined ? [] : [{ venue: `${trade.dex} ${trade.dexVersion} on ${network}`, share, trade, log, leg, logs: receipt.logs }]
  })
})
const numberIn = (data: string, at: number): number => Number(`0x${data.slice(2 + 64 * at, 66 + 64 * at)}`)

/** Share of the payment that the pool kept, from the reserves after the swap; null when the pair states none or both sides were paid. */
function keptShare({ log_index, pool, raw }: Leg, logs: readonly Log[]): number | null {
  const sync = logs.find(({ address, logIndex, topics }) => address === pool && Number(logIndex) === log_index - 1 && topics[0] === SYNC)
  const [in0, in1, out0, out1] = [raw.amount0In, raw.amount1In, raw.amount0Out, raw.amount1Out].map((amount) => Number(amount ?? 0)) as [
    number,
    number,
    number,
    number,
  ]
  if (sync === undefined || (in0 > 0 && in1 > 0) || (out0 > 0 && out1 > 0)) return null
  const [before0, before1] = [numberIn(sync.data, 0) - in0 + out0, numberIn(sync.data, 1) - in1 + out1]
  return in0 > 0 ? 1 - (out1 * before0) / ((before1 - out1) * in0) : 1 - (out0 * before1) / ((before0 - out0) * in1)
}

/** A wallet may pay a pool more than required, and amounts are whole units. */
const ROUNDING = 1e-5

/** Swaps of venues, by name, with payments large enough for an exact share. */
const swapsOf = (name: RegExp) => swaps.filter(({ venue, trade }) => name.test(venue) && trade.tokenIn.raw > 1_000_000n)

describe('the fee of a recorded swap', () => {
  const byPair = [
    ...Map.groupBy(
      swapsOf(/^(Uniswap|SushiSwap|PancakeSwap) 2 /).flatMap(({ venue, share, leg, logs }) => {
        const kept = leg === undefined ? null : keptShare(leg, logs)
        return kept === null ? [] : [{ venue, share, kept }]
      }),
      ({ venue }) => venue,
    ),
  ]

  it.each(byPair)('of %s is the least that its pools kept', (_, found) => {
    expect(Math.min(...found.map(({ kept }) => kept)) - (found[0]?.share ?? 0)).toBeCloseTo(0, 4)
    for (const { kept, share } of found) expect(kept).toBeGreaterThan((share ?? 1) - ROUNDING)
  })

  it('is checked for every kind of pair that has a fee in its code', () => {
    expect(byPair.map(([name]) => name).sort()).toEqual([
      'PancakeSwap 2 on bsc',
      'PancakeSwap 2 on eth',
      'SushiSwap 2 on base',
      'SushiSwap 2 on eth',
      'Uniswap 2 on base',
      'Uniswap 2 on eth',
    ])
  })

  it('is the tier that the address of a v3 pool proves', () => {
    const tiers = new Set(swapsOf(/^Uniswap 3 /).map(({ share }) => Math.round((share ?? -1) * 1e6)))
    expect([...tiers].sort((a, b) => a - b)).toEqual([100, 500, 3_000, 10_000])
    expect(swapsOf(/^uniswap-v[23]-fork /).every(({ share }) => share === null)).toBe(true)
  })

  it('of PancakeSwap v3 is in the proportion to the part for the protocol that its factory sets', () => {
    const found = swapsOf(/^PancakeSwap 3 /).map(
      ({ log, trade }) => (numberIn(log.data, 5) + numberIn(log.data, 6)) / Number(trade.tokenIn.venueFeeRaw),
    )
    expect(found).toHaveLength(6)
    // 34 % of the smallest tiers, 33 % and 32 % of the others (https://docs.pancakeswap.finance/trade/fees-and-routes).
    for (const part of found) expect(Math.min(...[0.32, 0.33, 0.34].map((set) => Math.abs(part - set)))).toBeLessThan(1e-4)
  })

  it('of Uniswap v4 and of Solidly pools is the one that was stated with it', () => {
    expect(swapsOf(/^Uniswap 4 /).length).toBeGreaterThan(5)
    expect(swapsOf(/^Uniswap 4 /).every(({ share, log }) => Math.abs((share ?? -1) - numberIn(log.data, 5) / 1e6) < ROUNDING)).toBe(true)
    const solidly = swapsOf(/^solidly-fork /)
    expect(solidly).toHaveLength(9)
    // Pools set whole basis points.
    for (const { share } of solidly) expect(Math.abs((share ?? 0.5) * 1e4 - Math.round((share ?? 0.5) * 1e4))).toBeLessThan(0.01)
  })
})
