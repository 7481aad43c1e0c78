import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import { carry, type CarriedTransfer, type TraceDirection, type TracedTransfer } from './carry.ts'

const wallet = (n: number): Address => trustedAddress(`w${n}`)
const ROOT = wallet(0)

function transfer(i: number, from: number, to: number, raw: bigint): TracedTransfer {
  return { position: { block: i, tx: 0, event: 0 }, time: i, tx: `t${i}`, from: wallet(from), to: wallet(to), raw }
}
const list = (...steps: [from: number, to: number, raw: bigint][]) => steps.map(([from, to, raw], i) => transfer(i, from, to, raw))
function carried(direction: TraceDirection, transfers: TracedTransfer[], read: number[], opening: [number, bigint][] = []) {
  const found = carry({
    root: ROOT,
    direction,
    transfers,
    read: new Set(read.map(wallet)),
    opening: new Map(opening.map(([n, raw]) => [wallet(n), raw])),
  })
  return found.map(({ transfer: { tx }, fifo, proportional }) => [tx, fifo, proportional])
}

describe('what is carried on', () => {
  it('passes through a wallet', () =>
    expect(carried('out', list([0, 1, 100n], [1, 2, 60n], [1, 3, 40n]), [1])).toEqual([
      ['t0', 100n, 100n],
      ['t1', 60n, 60n],
      ['t2', 40n, 40n],
    ]))

  it('goes out first when it came first, or by its share of what is there', () =>
    expect(carried('out', list([0, 1, 100n], [9, 1, 300n], [1, 2, 200n]), [1])).toEqual([
      ['t0', 100n, 100n],
      ['t2', 100n, 50n],
    ]))

  it('waits behind what the wallet had before', () =>
    expect(carried('out', list([0, 1, 100n], [1, 2, 100n]), [1], [[1, 100n]])).toEqual([
      ['t0', 100n, 100n],
      ['t1', 0n, 50n],
    ]))

  it('waits behind what was sent without having come in', () =>
    expect(carried('out', list([1, 2, 50n], [0, 1, 100n], [1, 2, 60n]), [1])).toEqual([
      ['t1', 100n, 100n],
      ['t2', 60n, 60n],
    ]))

  it('ends at a wallet that was not read', () => expect(carried('out', list([0, 1, 100n], [1, 2, 60n]), [])).toEqual([['t0', 100n, 100n]]))

  it('goes back to those who paid, in either way of counting', () =>
    expect(carried('in', list([2, 1, 100n], [3, 1, 300n], [1, 0, 200n]), [1])).toEqual([
      ['t0', 100n, 50n],
      ['t1', 100n, 150n],
      ['t2', 200n, 200n],
    ]))

  it('goes around a loop once', () =>
    expect(carried('out', list([0, 1, 100n], [1, 2, 100n], [2, 1, 100n], [1, 3, 100n]), [1, 2])).toEqual([
      ['t0', 100n, 100n],
      ['t1', 100n, 100n],
      ['t2', 100n, 100n],
      ['t3', 100n, 100n],
    ]))
})

const population = fc.record({
  steps: fc.array(
    fc.tuple(fc.nat(6), fc.nat(6), fc.bigInt({ min: 0n, max: 10n ** 24n })).filter(([from, to]) => from !== to),
    { maxLength: 60 },
  ),
  read: fc.uniqueArray(fc.integer({ min: 1, max: 6 })),
  opening: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.bigInt({ min: 0n, max: 10n ** 24n })), { selector: ([n]) => n }),
  direction: fc.constantFrom<TraceDirection>('out', 'in'),
})

describe('in any flow', () => {
  it('no transfer carries more than it moves, no wallet passes on more than it got, and nothing is lost', () => {
    fc.assert(
      fc.property(population, ({ steps, read, opening, direction }) => {
        const found = carry({
          root: ROOT,
          direction,
          transfers: list(...steps),
          read: new Set(read.map(wallet)),
          opening: new Map(opening.map(([n, raw]) => [wallet(n), raw])),
        })
        const [near, far] = direction === 'out' ? (['from', 'to'] as const) : (['to', 'from'] as const)
        for (const way of ['fifo', 'proportional'] as const) {
          const sum = (rows: readonly CarriedTransfer[]) => rows.reduce((total, row) => total + row[way], 0n)
          for (const row of found) expect(row[way] >= 0n && row[way] <= row.transfer.raw).toBe(true)
          const seeds = sum(found.filter(({ transfer: one }) => one[near] === ROOT))
          expect(seeds).toBe(steps.filter((step) => step[direction === 'out' ? 0 : 1] === 0).reduce((total, [, , raw]) => total + raw, 0n))
          let kept = 0n
          for (let n = 0; n <= 6; n++) {
            const arrived = sum(found.filter(({ transfer: one }) => one[far] === wallet(n)))
            const left = n === 0 ? 0n : sum(found.filter(({ transfer: one }) => one[near] === wallet(n)))
            expect(left <= arrived).toBe(true)
            kept += arrived - left
          }
          expect(kept).toBe(seeds)
        }
      }),
    )
  })
})
