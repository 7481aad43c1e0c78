import { expect, it } from 'vitest'
import { FACT_GROUPS, type FirstRead } from '../../src-shared/domain/token.ts'
import type { Completeness } from '../records/completeness.ts'
import { STREAMED_NAMES, type ComputedRecords } from './messages.ts'
import { RecordSet } from './record-set.ts'

const bytes = { json: new Uint8Array(Buffer.from('{}')), etag: 'equal' }
const COMPUTED: ComputedRecords = {
  version: '1',
  origin: 'import',
  asOf: 1,
  bodies: Object.fromEntries(STREAMED_NAMES.map((name) => [name, bytes])),
  texts: { supply: '{}', insiders: '{}', bundlers: '{}', snipers: '{}' },
  completeness: { unknown: [], publicUnknown: [], coverage: null },
}
const recordsAfter = (firstRead: FirstRead | null) => new RecordSet(COMPUTED, firstRead)

it('differs for the streams once another record is ready, although no figure changed', () => {
  const before = recordsAfter({ ended: false, missing: FACT_GROUPS.filter((group) => group !== 'holders' && group !== 'pools') })
  const after = recordsAfter(null)
  expect([before.streams.clusters, after.streams.clusters === null]).toEqual([null, false])
  expect(before.fingerprint).not.toBe(after.fingerprint)
  expect(recordsAfter(null).fingerprint).toBe(after.fingerprint)
})

const NAMED = ['overview', 'localOverview', 'snipers', 'bundlers', 'localOverlap', 'distribution', 'dexMetrics'] as const
const unknownAfter = (completeness: Completeness): Record<string, readonly string[]> => {
  const bodies = Object.fromEntries([...STREAMED_NAMES, ...NAMED].map((name) => [name, bytes]))
  const set = new RecordSet({ ...COMPUTED, bodies, completeness }, null)
  return Object.fromEntries(NAMED.map((name) => [name, set.answer(name, 'live').unknown]))
}

it('names the unknown fields of each record, except the zeros that a network has by definition', () => {
  expect(unknownAfter({ unknown: ['snipers', 'bundlers', 'nakamoto'], publicUnknown: ['nakamoto'], coverage: null })).toEqual({
    overview: [],
    localOverview: ['snipers_pct', 'bundlers_pct'],
    snipers: ['total_sniper_pct', 'count', 'snipers'],
    bundlers: ['total_bundlers_pct', 'bundlers'],
    localOverlap: ['groups', 'union_pct'],
    distribution: ['nakamoto'],
    dexMetrics: ['nakamoto'],
  })
})
