import { describe, expect, it } from 'vitest'
import { tokenSummary } from '../../testing/token-summary.ts'
import { groupWords, totalsOf, unknownWords } from './overlap-rows.ts'

describe('lists that share wallets', () => {
  it('add up from the intersections, each wallet once', () => {
    const totals = totalsOf([
      { sets: ['clusters'], wallets: 3, pct: 4, addresses: [] },
      { sets: ['clusters', 'snipers'], wallets: 2, pct: 1.5, addresses: [] },
    ])
    expect(totals.filter(({ wallets }) => wallets > 0)).toEqual([
      { id: 'clusters', wallets: 5, pct: 5.5 },
      { id: 'snipers', wallets: 2, pct: 1.5 },
    ])
  })

  it('are named as a person would', () => {
    expect(groupWords({ sets: ['snipers', 'clusters', 'dev'] })).toBe('Clusters, snipers and creator')
    expect(groupWords({ sets: ['bundlers'] })).toBe('Bundlers')
  })

  it('are unknown, not empty, where what is stored cannot tell who is on them', () => {
    const nobody = totalsOf([])
    expect(unknownWords(nobody, tokenSummary({ trades: 0, creator: null }), false)).toBe(
      'Snipers, Bundlers: unknown. No trades of this token are stored, so nobody can tell who bought first or together. ' +
        'Insiders, Creator: unknown. The creator of this token is not known from what is stored.',
    )
    expect(unknownWords(nobody, tokenSummary({ trades: 9, creator: 'someone', origin: 'node' }), true)).toBe('')
    expect(unknownWords(nobody, tokenSummary({ links_known: false, creator: 'someone', trades: 9, origin: 'node' }), true)).toBe(
      'Clusters: unknown. No transfer, trade, funding or link of its holders is stored, so nobody can tell who belongs together.',
    )
    const sniped = totalsOf([{ sets: ['snipers'], wallets: 1, pct: 1, addresses: [] }])
    expect(unknownWords(sniped, tokenSummary({ trades: 9, creator: 'someone', origin: 'import' }), true)).toMatch(/^Bundlers: unknown\./)
  })
})
