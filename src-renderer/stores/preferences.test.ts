import { describe, expect, it } from 'vitest'
import { readPreferences, setLayout, toggleColumn, usePreferences } from './preferences.ts'

const DEFAULTS = readPreferences(null)

describe('kept preferences', () => {
  it('start from defaults', () => {
    expect(DEFAULTS).toMatchObject({ theme: 'system', basis: 'supply', dockOpen: null })
    expect(DEFAULTS.layouts).toEqual({})
  })

  it.each(['not json', '[]', '"x"', 'null'])('survive %s', (text) => {
    expect(readPreferences(text)).toEqual(DEFAULTS)
  })

  it('keep what fits and drop what does not', () => {
    const text = JSON.stringify({ theme: 'dark', basis: 'half', layouts: { main: { graph: 60, dock: 'wide' }, broken: 3 } })
    expect(readPreferences(text)).toEqual({ ...DEFAULTS, theme: 'dark', layouts: { main: { graph: 60 } } })
  })
})

it('columns are hidden and shown, and sizes set, for each table and group alone', () => {
  const before = usePreferences.getState()
  toggleColumn('holders', 'rank')
  toggleColumn('holders', 'type')
  toggleColumn('trades', 'rank')
  toggleColumn('holders', 'rank')
  setLayout('main', { graph: 60, dock: 40 })
  setLayout('main', { graph: 70 })
  setLayout('side', { a: 1 })
  const { hiddenColumns, layouts } = usePreferences.getState()
  expect(hiddenColumns).toEqual({ holders: ['type'], trades: ['rank'] })
  expect(layouts).toEqual({ main: { graph: 70 }, side: { a: 1 } })
  expect(readPreferences(JSON.stringify(usePreferences.getState()))).toEqual(usePreferences.getState())
  usePreferences.setState(before)
})
