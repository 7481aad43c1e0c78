import { describe, expect, it } from 'vitest'
import { reflects, readTableSearch, tableQuery, withTableQuery } from './table-url.ts'
import { parseQuery, readTokenSearch, withSelection, withView, writeQuery } from './url-state.ts'

describe('filters and orders in the URL', () => {
  const url = '?view=holders&holders.filter=%3E+1+%25&holders.sort=-share&trades.side=buy&other.filter=x&holders=y'

  it('are those of known tables, and come back from the URL that is written', () => {
    const search = readTokenSearch(parseQuery(url))
    expect(search).toEqual({ view: 'holders', 'holders.filter': '> 1 %', 'holders.sort': '-share', 'trades.side': 'buy' })
    expect(readTokenSearch(parseQuery(writeQuery(search)))).toEqual(search)
    expect(tableQuery(search as Record<string, unknown>, 'holders')).toEqual({ filter: '> 1 %', sort: '-share' })
  })

  it('stay when the view or the selection changes', () => {
    const search = readTokenSearch(parseQuery(url))
    expect(withSelection(withView(search, 'graph'), { wallets: ['a'], cluster: null, link: null })).toMatchObject({
      ...{ 'holders.filter': '> 1 %', 'trades.side': 'buy', wallets: 'a' },
    })
  })

  it('change one by one, and are gone when they are empty', () => {
    const before = readTableSearch({ 'holders.filter': 'a', 'holders.sort': 'b', 'clusters.filter': 'c' })
    expect(withTableQuery(before, 'holders', { filter: '', sort: '-b' })).toEqual({ 'holders.sort': '-b', 'clusters.filter': 'c' })
  })

  it('are cut at 500 characters, and dropped if a link has longer ones', () => {
    const long = 'x'.repeat(600)
    expect(withTableQuery({}, 'holders', { filter: long })).toEqual({ 'holders.filter': 'x'.repeat(500) })
    expect(reflects({ filter: 'x'.repeat(500) }, { filter: long })).toBe(true)
    expect(readTableSearch({ 'holders.filter': long, 'holders.sort': 7 })).toEqual({})
  })

  it('are there once every changed parameter has its value', () => {
    expect(reflects({ filter: 'a', sort: 'b' }, { filter: 'a' })).toBe(true)
    expect(reflects({ filter: 'a' }, { filter: '' })).toBe(false)
    expect(reflects({}, { filter: '' })).toBe(true)
    expect(reflects({ filter: 'a' }, { filter: 'a', sort: 'b' })).toBe(false)
  })
})
