import { expect, it } from 'vitest'
import { FACT_GROUPS, type FirstRead } from '../../src-shared/domain/token.ts'
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
