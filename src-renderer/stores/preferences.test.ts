import { describe, expect, it } from 'vitest'
import { readPreferences } from './preferences.ts'

const DEFAULTS = readPreferences(null)

describe('kept preferences', () => {
  it('start from defaults', () => {
    expect(DEFAULTS).toMatchObject({ theme: 'system', basis: 'supply', dockOpen: null, layouts: {} })
  })

  it.each(['not json', '[]', '"x"', 'null'])('survive %s', (text) => {
    expect(readPreferences(text)).toEqual(DEFAULTS)
  })

  it('keep what fits and drop what does not', () => {
    const text = JSON.stringify({ theme: 'dark', basis: 'half', layouts: { main: { graph: 60, dock: 'wide' }, broken: 3 } })
    expect(readPreferences(text)).toEqual({ ...DEFAULTS, theme: 'dark', layouts: { main: { graph: 60 } } })
  })
})
