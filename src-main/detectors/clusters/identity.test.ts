import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClustersBefore } from '../facts.ts'
import { identify } from './identity.ts'

const cluster = (...members: string[]) => ({ members })
const before = (nextId: number, clusters: Record<number, string[]>): ClustersBefore => ({
  nextId,
  clusters: Object.entries(clusters).map(([id, members]) => ({ id: Number(id), members })),
})
const balances = (shares: Record<string, number>) => new Map(Object.entries(shares).map(([wallet, share]) => [wallet, BigInt(share)]))

describe('the id of a cluster', () => {
  const held = balances({ a: 50, b: 40, c: 30, d: 20, e: 10, f: 5 })

  it('is its place by size in the first snapshot', () => {
    expect(identify([cluster('a', 'b'), cluster('c', 'd')], before(0, {}), held)).toEqual([0, 1])
  })

  it('stays when the order by size turns round and when members come and go', () => {
    expect(identify([cluster('c', 'd', 'e'), cluster('a')], before(2, { 0: ['a', 'b'], 1: ['c', 'd'] }), held)).toEqual([1, 0])
  })

  it('is that of the largest part after a merge', () => {
    expect(identify([cluster('c', 'd', 'e', 'f')], before(9, { 3: ['e', 'f'], 7: ['c', 'd'] }), held)).toEqual([7])
  })

  it('stays with the piece that has most balance after a split, however many wallets the others have', () => {
    expect(identify([cluster('c', 'd', 'e'), cluster('a', 'f')], before(5, { 4: ['a', 'b', 'c', 'd', 'e'] }), held)).toEqual([4, 5])
    expect(identify([cluster('c', 'd', 'e'), cluster('a', 'b')], before(5, { 4: ['a', 'b', 'c', 'd', 'e'] }), held)).toEqual([5, 4])
  })

  it('is new where only wallets that hold nothing any more are shared', () => {
    expect(identify([cluster('a', 'x')], before(1, { 0: ['x', 'y'] }), held)).toEqual([1])
  })

  it('is never counted on from the highest that a file can hold', () => {
    expect(identify([cluster('a', 'b')], before(0, { [Number.MAX_SAFE_INTEGER]: ['a', 'b'] }), held)).toEqual([0])
  })
})

/** The cluster number of each wallet, or none. */
const WALLETS = 12
const grouping = fc.array(fc.option(fc.integer({ min: 0, max: 4 })), { minLength: WALLETS, maxLength: WALLETS })
const moment = fc.record({ groups: grouping, shares: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: WALLETS, maxLength: WALLETS }) })

function clustersOf(groups: readonly (number | null)[]): { members: string[] }[] {
  return [0, 1, 2, 3, 4]
    .map((group) => ({ members: groups.flatMap((each, wallet) => (each === group ? [`w${wallet}`] : [])) }))
    .filter(({ members }) => members.length > 1)
}
const heldAt = (shares: readonly number[]) => new Map(shares.map((share, wallet) => [`w${wallet}`, BigInt(share)]))

describe('ids over any history', () => {
  it('are one each, stay with clusters whose members stay, and are never given to another cluster again', () => {
    fc.assert(
      fc.property(fc.array(moment, { minLength: 2, maxLength: 6 }), (moments) => {
        let past: ClustersBefore = { clusters: [], nextId: 0 }
        for (const { groups, shares } of moments) {
          const clusters = clustersOf(groups)
          const ids = identify(clusters, past, heldAt(shares))
          expect(new Set(ids).size).toBe(ids.length)
          expect(identify(clusters, past, heldAt(shares))).toEqual(ids)
          const known = new Map(past.clusters.map(({ id, members }) => [members.join(), id]))
          clusters.forEach(({ members }, i) => {
            const id = ids[i] ?? -1
            const same = known.get(members.join())
            if (same !== undefined) expect(id).toBe(same)
            const parent = past.clusters.find((one) => one.id === id)
            if (parent === undefined) expect(id).toBeGreaterThanOrEqual(past.nextId)
            else expect(parent.members.some((member) => members.includes(member))).toBe(true)
          })
          const named = clusters.map(({ members }, i) => ({ id: ids[i] ?? -1, members }))
          past = { clusters: named, nextId: Math.max(past.nextId, ...ids.map((id) => id + 1)) }
          expect(identify(clusters, past, heldAt(shares))).toEqual(ids)
        }
      }),
    )
  })

  it('stay with the larger part and the larger piece', () => {
    fc.assert(
      fc.property(moment, moment, (then, now) => {
        const held = heldAt(now.shares)
        const named = clustersOf(then.groups).map(({ members }, id) => ({ id, members }))
        const clusters = clustersOf(now.groups)
        const ids = identify(clusters, { clusters: named, nextId: named.length }, held)
        const sharedBy = (members: readonly string[], others: readonly string[]): bigint =>
          members.filter((member) => others.includes(member)).reduce((sum, member) => sum + (held.get(member) ?? 0n), 0n)
        clusters.forEach(({ members }, i) => {
          const parent = named.find(({ id }) => id === ids[i])
          if (parent === undefined) return
          for (const other of named) expect(sharedBy(members, other.members) <= sharedBy(members, parent.members)).toBe(true)
        })
      }),
    )
  })
})
