import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { exchangeOf } from '../../../src-main/chains/evm/venues/derive.ts'
import { poolFeeShare } from '../../../src-main/prices/venue-fees.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'

/** Fees of pools against recorded swaps: the reserves that a pair states with each swap tell what it kept. */

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

function logsOf(network: string, hash: string): readonly Log[] {
  const answer = JSON.parse(readFileSync(new URL(`${network}/${hash.slice(0, 18)}.receipt.json`, FIXTURES), 'utf8')) as {
    result?: { logs: Log[] }
    logs?: Log[]
  }
  return answer.result?.logs ?? answer.logs ?? []
}

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
  const word = (at: number): number => Number(`0x${sync.data.slice(2 + 64 * at, 66 + 64 * at)}`)
  const [before0, before1] = [word(0) - in0 + out0, word(1) - in1 + out1]
  return in0 > 0 ? 1 - (out1 * before0) / ((before1 - out1) * in0) : 1 - (out0 * before1) / ((before0 - out0) * in1)
}

/** A wallet may pay a pool more than it asks for, and amounts are whole units. */
const ROUNDING = 1e-5

describe('the fee of a venue', () => {
  const found = recorded.flatMap(({ network, hash, legs }) =>
    legs.flatMap((leg) => {
      const [a, b] = [leg.token_in.token, leg.token_out.token]
      const venue = a === null || b === null ? null : exchangeOf(network, trustedAddress(leg.pool), trustedAddress(a), trustedAddress(b))
      const kept = venue?.version === '2' ? keptShare(leg, logsOf(network, hash)) : null
      return venue === null || kept === null ? [] : [{ name: `${venue.dex} on ${network}`, fee: poolFeeShare(network, venue), kept }]
    }),
  )
  const byVenue = [...Map.groupBy(found, ({ name }) => name)]

  it.each(byVenue)('%s is the least that its pools kept of recorded swaps', (_, swaps) => {
    expect(Math.min(...swaps.map(({ kept }) => kept)) - (swaps[0]?.fee ?? 0)).toBeCloseTo(0, 4)
    for (const { kept, fee } of swaps) expect(kept).toBeGreaterThan((fee ?? 1) - ROUNDING)
  })

  it('is checked for every kind of pair that is named', () => {
    expect(byVenue.map(([name]) => name).sort()).toEqual([
      'PancakeSwap on bsc',
      'PancakeSwap on eth',
      'SushiSwap on base',
      'SushiSwap on eth',
      'Uniswap on base',
      'Uniswap on eth',
    ])
  })
})
