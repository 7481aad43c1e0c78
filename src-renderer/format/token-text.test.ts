import { describe, expect, it } from 'vitest'
import type { ImportRecord } from '../../src-shared/contract/records/imports.ts'
import { tokenSummary } from '../testing/token-summary.ts'
import { isSampleCase, partialText, sourceText } from './token-text.ts'

const TOKEN = tokenSummary()

describe('completeness of holders', () => {
  it.each([
    [{}, 'largest 150 holders only'],
    [{ holder_count: 12_400 }, 'largest 150 of 12,400 holders only'],
    [{ holder_count: 150 }, null],
    [{ origin: 'node' }, 'largest 150 holders only'],
    [{ origin: 'node', holder_count: 150 }, null],
    [{ origin: 'node', holders_seen: true }, '150 holders seen so far'],
  ] as const)('%o reads %s', (over, words) => {
    const token = { ...TOKEN, ...over }
    expect(partialText(token)).toBe(words)
  })

  it('says where the data came from', () => {
    expect((['node', 'import'] as const).map((origin) => sourceText({ ...TOKEN, origin }))).toEqual(['Chain endpoint', 'Imported file'])
  })

  it('recognises the sample case by its latest holder file', () => {
    const file = (sample: boolean): ImportRecord => ({
      kind: 'holder_map',
      tokens: [{ network: 'sol', token_address: 'mint' }],
      trades: 0,
      transfers: 0,
      holders: 150,
      snapshots: 1,
      skipped: 0,
      notes: [],
      sha256: '',
      name: 'map.json',
      imported_at: 1,
      source: null,
      licence: null,
      sample,
    })
    expect(isSampleCase(TOKEN, [file(true)])).toBe(true)
    expect(isSampleCase(TOKEN, [file(false), file(true)])).toBe(false)
    expect(isSampleCase({ ...TOKEN, origin: 'node' }, [file(true)])).toBe(false)
    expect(isSampleCase({ ...TOKEN, address: 'other' }, [file(true)])).toBe(false)
  })
})
