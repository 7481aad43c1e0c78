import { describe, expect, it } from 'vitest'
import { EMPTY_SELECTION } from './selection.ts'
import { parseQuery, readTokenSearch, selectionOf, withSelection, writeQuery } from './url-state.ts'

describe('the search part of the URL', () => {
  it('reads valid parameters and drops the rest', () => {
    expect(readTokenSearch({ view: 'holders', snapshot: '1743986234', cluster: '2', wallets: 'a,b', extra: 1 })).toEqual({
      view: 'holders',
      snapshot: 1743986234,
      cluster: 2,
      wallets: 'a,b',
    })
    expect(readTokenSearch({ view: 'moon', snapshot: '-3', cluster: 'x', wallets: '' })).toEqual({})
  })

  it('leaves out the default view', () => {
    expect(readTokenSearch({ view: 'graph' })).toEqual({})
  })

  it('survives a round trip through a query string', () => {
    const search = { view: 'trades', snapshot: 12, link: 'a~b~transfer~0x2::sui::SUI' } as const
    const query = writeQuery(search)
    expect(query).toBe('?view=trades&snapshot=12&link=a~b~transfer~0x2::sui::SUI')
    expect(readTokenSearch(parseQuery(query))).toEqual(search)
    expect(writeQuery({ view: undefined })).toBe('')
  })
})

describe('the selection', () => {
  it.each([
    [{ wallets: 'a,b' }, { ...EMPTY_SELECTION, wallets: ['a', 'b'] }],
    [{ cluster: 0 }, { ...EMPTY_SELECTION, cluster: 0 }],
    [{ link: 'a~b~funding~native' }, { ...EMPTY_SELECTION, link: { source: 'a', target: 'b', kind: 'funding', token: 'native' } }],
    [{ link: 'a~b' }, EMPTY_SELECTION],
    [{}, EMPTY_SELECTION],
  ])('%o is parsed and written', (search, selection) => {
    expect(selectionOf(search)).toEqual(selection)
    if (selection !== EMPTY_SELECTION)
      expect(withSelection({ view: 'holders', wallets: 'old', cluster: 9 }, selection)).toEqual({ view: 'holders', ...search })
  })

  it('keeps view and snapshot when it is cleared', () => {
    expect(withSelection({ snapshot: 5, cluster: 1 }, EMPTY_SELECTION)).toEqual({ snapshot: 5 })
  })

  it('does not write a selection of hundreds into the URL', () => {
    const wallets = Array.from({ length: 300 }, (_, index) => `w${index}`)
    expect(withSelection({}, { ...EMPTY_SELECTION, wallets })).toEqual({})
  })
})
