import { describe, expect, it } from 'vitest'
import { resultOf } from './wallet-result.ts'

interface Play {
  readonly tokens: number
  /** Value in each currency; null if the trade was in another coin. */
  readonly native: number | null
  readonly usd: number | null
}
const inBoth = (tokens: number, native: number): Play => ({ tokens, native, usd: native * 100 })
const inUsdc = (tokens: number, usd: number): Play => ({ tokens, native: null, usd })
const sum = (list: readonly Play[]): number => list.reduce((all, { tokens }) => all + tokens, 0)

function results(buys: readonly Play[], sells: readonly Play[], isBoughtFirst = true) {
  const traded = { buys, sells, isBoughtFirst, bought: sum(buys), held: sum(buys) - sum(sells) }
  return { native: resultOf(traded, ({ native }) => native, sum, 0.02), usd: resultOf(traded, ({ usd }) => usd, sum, 2) }
}

describe('the result of a wallet', () => {
  it('counts every trade where the value of each is known', () => {
    const { native } = results([inBoth(100, 1), inBoth(100, 3)], [inBoth(50, 2)])
    expect(native).toEqual({ spent: 4, received: 2, realised: 1, unrealised: 150 * (0.02 - 0.02), left_out: 0 })
  })

  it('is whole in dollars, and in the native coin lacks only what a trade in another coin hides', () => {
    const { native, usd } = results([inBoth(100, 1)], [inBoth(50, 1), inUsdc(25, 60)])
    expect(native).toEqual({ spent: 1, received: 1, realised: 0.5, unrealised: 0.25, left_out: 1 })
    expect(usd).toEqual({ spent: 100, received: 160, realised: 85, unrealised: 25, left_out: 0 })
  })

  it('does not know the cost where a buy is left out, but what was spent in the others', () => {
    const { native, usd } = results([inBoth(100, 1), inUsdc(100, 100)], [inBoth(50, 1)])
    expect(native).toEqual({ spent: 1, received: 1, realised: null, unrealised: null, left_out: 1 })
    expect(usd).toMatchObject({ spent: 200, received: 100, realised: 50, left_out: 0 })
  })

  it('is unknown, and not nothing, where no trade has a value', () => {
    const { native } = results([inUsdc(100, 100)], [inUsdc(50, 90)])
    expect(native).toEqual({ spent: null, received: null, realised: null, unrealised: null, left_out: 2 })
  })

  it('has no cost for tokens that were not bought', () => {
    expect(results([inBoth(100, 1)], [inBoth(150, 3)], false).native).toEqual({
      spent: 1,
      received: 3,
      realised: null,
      unrealised: null,
      left_out: 0,
    })
  })
})
