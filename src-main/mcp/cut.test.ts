import { describe, expect, it } from 'vitest'
import { cutToSize, MAX_DATA_CHARACTERS } from './cut.ts'

const wallets = (count: number): string[] => Array.from({ length: count }, (_, at) => `wallet${at}`.padEnd(44, 'x'))
const clusters = (count: number, size: number) => Array.from({ length: count }, (_, id) => ({ id, members: wallets(size) }))
const PATH = ['clusters', 'clusters'] as const

describe('an answer', () => {
  it('stays whole when it fits', () => {
    const data = { clusters: { clusters: clusters(3, 3) } }
    expect(cutToSize(data, PATH)).toEqual({ data, cuts: [], shown: 3 })
  })

  it('is shortened to the size and says how much of each list it shows', () => {
    const { data, cuts, shown } = cutToSize({ clusters: { clusters: clusters(30, 5_000) } }, PATH)
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(MAX_DATA_CHARACTERS)
    expect(shown).toBeGreaterThanOrEqual(10)
    expect(cuts).toHaveLength(shown)
    expect(cuts[0]).toMatchObject({ path: 'clusters.clusters[0].members', total: 5_000 })
  })

  it('shows one row even when none fits', () => {
    expect(cutToSize({ clusters: { clusters: clusters(2, 1) } }, PATH, 10).shown).toBe(1)
  })

  it('drops rows of the paged list before it goes below the least of the lists inside', () => {
    const { data, cuts, shown } = cutToSize({ clusters: { clusters: clusters(2_000, 2) } }, PATH)
    expect(shown).toBeGreaterThan(200)
    expect(cuts).toEqual([])
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(MAX_DATA_CHARACTERS)
  })

  it('is shortened without a paged list too, texts included', () => {
    const { data, cuts } = cutToSize({ scan: { extensions: { account: 'f'.repeat(90_000) }, findings: wallets(3_000) } }, null)
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(MAX_DATA_CHARACTERS)
    expect(cuts.map(({ path, total }) => [path, total])).toEqual([
      ['scan.extensions.account', 90_000],
      ['scan.findings', 3_000],
    ])
  })
})
