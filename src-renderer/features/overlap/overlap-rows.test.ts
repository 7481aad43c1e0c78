import { describe, expect, it } from 'vitest'
import { tokenSummary } from '../../testing/token-summary.ts'
import { groupText, readShare, setTotals, unknownText } from './overlap-rows.ts'

describe('overlapping lists', () => {
  it('total the intersections and count each wallet once', () => {
    const totals = setTotals([
      { sets: ['clusters'], wallets: 3, pct: 4, addresses: [] },
      { sets: ['clusters', 'snipers'], wallets: 2, pct: 1.5, addresses: [] },
    ])
    expect(totals.filter(({ wallets }) => wallets > 0)).toEqual([
      { id: 'clusters', wallets: 5, pct: 5.5 },
      { id: 'snipers', wallets: 2, pct: 1.5 },
    ])
  })

  it('have readable names', () => {
    expect(groupText({ sets: ['snipers', 'clusters', 'dev'] })).toBe('Clusters, snipers and creator')
    expect(groupText({ sets: ['snipers', 'clusters'] })).toBe('Clusters and snipers')
    expect(groupText({ sets: ['bundlers'] })).toBe('Bundlers')
  })

  it('are unknown, not empty, if the stored data does not show them', () => {
    const noHolders = setTotals([])
    expect(unknownText(noHolders, tokenSummary({ trades: 0, creator: null }), false)).toBe(
      'Snipers, Bundlers: unknown. No trades of this token are stored, so it is unknown who bought first or together. ' +
        'Insiders, Creator: unknown. The creator of this token is not known from what is stored.',
    )
    expect(unknownText(noHolders, tokenSummary({ trades: 9, creator: 'someone', origin: 'node' }), true)).toBe('')
    expect(unknownText(noHolders, tokenSummary({ links_known: false, creator: 'someone', trades: 9, origin: 'node' }), true)).toBe(
      'Clusters: unknown. No transfer, trade, funding or link of its holders is stored, so it is unknown who belongs together.',
    )
    expect(unknownText(noHolders, tokenSummary({ trades: 9, creator: 'someone', origin: 'node' }), true, ['bundlers_pct', 'top10_pct'])).toBe(
      'Bundlers: unknown. Its data has not been read completely.',
    )
    const sniped = setTotals([{ sets: ['snipers'], wallets: 1, pct: 1, addresses: [] }])
    expect(unknownText(sniped, tokenSummary({ trades: 9, creator: 'someone', origin: 'import' }), true)).toMatch(/^Bundlers: unknown\./)
  })
})

it('a share of zero is unknown if the balances of its wallets may not have been read', () => {
  expect(readShare({ wallets: 1, pct: 0 }, true)).toBeNull()
  expect(readShare({ wallets: 1, pct: 0 }, false)).toBe(0)
  expect(readShare({ wallets: 0, pct: 0 }, true)).toBe(0)
  expect(readShare({ wallets: 2, pct: 3 }, true)).toBe(3)
})
