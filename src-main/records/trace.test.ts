import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../src-shared/domain/address.ts'
import { traceFlow } from './trace.ts'

const named = (text: string) => trustedAddress(text)
function flow(direction: 'out' | 'in', steps: readonly [from: string, to: string, raw: bigint][], targets: readonly string[] = []) {
  const transfers = steps.map(([from, to, raw], i) => ({
    ...{ position: { block: i, tx: 0, event: 0 }, time: 100 + i, tx: `t${i}` },
    ...{ from: named(from), to: named(to), raw },
  }))
  const read = new Set(steps.flatMap(([from, to]) => [named(from), named(to)]))
  return traceFlow({ root: named('root'), direction, transfers, read, opening: new Map(), targets: targets.map(named) })
}

describe('the flow of a trace', () => {
  const steps = [
    ['root', 'a', 100n],
    ['root', 'b', 10n],
    ['b', 'exchange', 10n],
    ['a', 'c', 90n],
    ['c', 'exchange', 80n],
  ] as const

  it('counts hops, what arrived and what was passed on', () =>
    expect(
      flow(
        'out',
        [...steps].map(([...step]) => step),
      ).wallets,
    ).toMatchObject([
      { wallet: 'root', hop: 0, left: { fifo: 110n, proportional: 110n } },
      { wallet: 'a', hop: 1, arrived: { fifo: 100n }, left: { fifo: 90n } },
      { wallet: 'b', hop: 1, arrived: { fifo: 10n }, left: { fifo: 10n } },
      { wallet: 'c', hop: 2, arrived: { fifo: 90n }, left: { fifo: 80n } },
      { wallet: 'exchange', hop: 2, arrived: { fifo: 90n, proportional: 90n }, left: { fifo: 0n } },
    ]))

  it('finds the shortest way to an exchange and the one that carries most', () =>
    expect(
      flow(
        'out',
        [...steps].map(([...step]) => step),
        ['exchange', 'elsewhere'],
      ).ways,
    ).toEqual([
      {
        wallet: 'exchange',
        shortest: { wallets: ['root', 'b', 'exchange'], fifo: 10n, proportional: 10n },
        mostValued: { wallets: ['root', 'a', 'c', 'exchange'], fifo: 80n, proportional: 80n },
      },
    ]))

  it('goes back against the payments, and joins those of a pair', () => {
    const found = flow('in', [
      ['a', 'b', 30n],
      ['a', 'b', 30n],
      ['b', 'root', 50n],
    ])
    expect(found.traced).toBe(50n)
    expect(found.payments).toMatchObject([
      { from: 'a', to: 'b', count: 2, raw: 60n, fifo: 50n, firstTime: 100, lastTime: 101, txs: ['t0', 't1'] },
      { from: 'b', to: 'root', count: 1, raw: 50n, fifo: 50n },
    ])
  })
})
