import { describe, expect, it } from 'vitest'
import { tokenSummary } from '../../testing/token-summary.ts'
import { overviewFigures, type Figure } from './figures.ts'

const ZERO = { cluster_pct: 0, snipers_pct: 0, bundlers_pct: 0, dev_pct: 0, insiders_pct: 0, top10_pct: 0 }
const TOKEN = tokenSummary({ creator: 'dev', origin: 'node', trades: 9 })
const values = (figures: Figure[]): Record<string, number | null> => Object.fromEntries(figures.map(({ id, value }) => [id, value]))

describe('a share of zero', () => {
  it('is zero where it was computed', () => {
    expect(values(overviewFigures(ZERO, TOKEN, 0))).toEqual({
      top10_pct: 0,
      cluster_pct: 0,
      snipers_pct: 0,
      bundlers_pct: 0,
      insiders_pct: 0,
      dev_pct: 0,
    })
  })

  it('is unknown if trades come from files, unless a share was found', () => {
    expect(values(overviewFigures({ ...ZERO, bundlers_pct: 2 }, { ...TOKEN, origin: 'import' }, 0))).toMatchObject({
      snipers_pct: null,
      bundlers_pct: 2,
      dev_pct: 0,
    })
  })

  it('is unknown if the stored creator is a service that was not counted', () => {
    const figures = overviewFigures({ ...ZERO, insiders_pct: 3 }, TOKEN, null)
    expect(values(figures)).toMatchObject({ snipers_pct: 0, insiders_pct: 3, dev_pct: null })
    expect(figures.find(({ id }) => id === 'dev_pct')?.why).toMatch(/through a service/)
  })

  it('is unknown without the required data', () => {
    const unknown = ['snipers_pct', 'bundlers_pct']
    expect(values(overviewFigures(ZERO, { ...TOKEN, trades: 0, creator: null, links_known: false }, null, unknown))).toMatchObject({
      top10_pct: 0,
      cluster_pct: null,
      snipers_pct: null,
      bundlers_pct: null,
      insiders_pct: null,
      dev_pct: null,
    })
  })

  it('is zero if the service has read everything and nobody ever traded', () => {
    expect(values(overviewFigures(ZERO, { ...TOKEN, trades: 0 }, 0))).toMatchObject({ snipers_pct: 0, bundlers_pct: 0 })
    expect(values(overviewFigures(ZERO, { ...TOKEN, trades: 0, origin: 'import' }, 0))).toMatchObject({ snipers_pct: null, bundlers_pct: null })
  })

  it('is unknown, or a lower bound, where the service has not read all that belongs to it', () => {
    const figures = overviewFigures({ ...ZERO, top10_pct: 5, cluster_pct: 3 }, TOKEN, 0, ['cluster_pct', 'bundlers_pct'])
    expect(values(figures)).toMatchObject({ top10_pct: 5, cluster_pct: 3, snipers_pct: 0, bundlers_pct: null })
    expect(figures.filter(({ atLeast }) => atLeast).map(({ id }) => id)).toEqual(['cluster_pct'])
    expect(figures.find(({ id }) => id === 'bundlers_pct')?.why).toMatch(/not been read/)
  })
})
