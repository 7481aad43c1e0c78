import { describe, expect, it } from 'vitest'
import { tokenSummary } from '../../testing/token-summary.ts'
import { figuresOf, type Figure } from './figures.ts'

const ZERO = { cluster_pct: 0, snipers_pct: 0, bundlers_pct: 0, dev_pct: 0, insiders_pct: 0, top10_pct: 0 }
const TOKEN = tokenSummary({ creator: 'dev', origin: 'node', trades: 9 })
const values = (figures: Figure[]): Record<string, number | null> => Object.fromEntries(figures.map(({ id, value }) => [id, value]))

describe('a share of zero', () => {
  it('is zero where it was computed', () => {
    expect(values(figuresOf(ZERO, TOKEN, true))).toEqual({
      top10_pct: 0,
      cluster_pct: 0,
      snipers_pct: 0,
      bundlers_pct: 0,
      insiders_pct: 0,
      dev_pct: 0,
    })
  })

  it('is unknown on networks that do not compute it', () => {
    const figures = figuresOf({ ...ZERO, top10_pct: 41 }, { ...TOKEN, network: 'eth' }, true)
    expect(values(figures)).toEqual({ top10_pct: 41, cluster_pct: 0, snipers_pct: null, bundlers_pct: null, insiders_pct: null, dev_pct: null })
    expect(figures.find(({ id }) => id === 'snipers_pct')?.why).toBe('Not available on Ethereum.')
  })

  it('is unknown where trades come from files, which may start late; a share that was found stays', () => {
    expect(values(figuresOf({ ...ZERO, bundlers_pct: 2 }, { ...TOKEN, origin: 'import' }, true))).toMatchObject({
      snipers_pct: null,
      bundlers_pct: 2,
      dev_pct: 0,
    })
  })

  it('is unknown where the creator that is stored is a service, which was not counted', () => {
    const figures = figuresOf({ ...ZERO, insiders_pct: 3 }, TOKEN, false)
    expect(values(figures)).toMatchObject({ snipers_pct: 0, insiders_pct: 3, dev_pct: null })
    expect(figures.find(({ id }) => id === 'dev_pct')?.why).toMatch(/through a service/)
  })

  it('is unknown without the facts it needs', () => {
    expect(values(figuresOf(ZERO, { ...TOKEN, trades: 0, creator: null, links_known: false }, false))).toMatchObject({
      top10_pct: 0,
      cluster_pct: null,
      snipers_pct: null,
      bundlers_pct: null,
      insiders_pct: null,
      dev_pct: null,
    })
  })
})
