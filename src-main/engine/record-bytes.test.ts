import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { HolderPage } from '../../src-shared/contract/records/local.ts'
import { serialise, serialiseHolders } from './record-bytes.ts'

const row = fc.record({ address: fc.string(), label: fc.option(fc.string({ unit: 'grapheme' })), tags: fc.array(fc.constantFrom('wallet', 'burn')) })

it('a list of holders is serialised as any record, and its rows are where it says', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(row), (total, rows) => {
      const page = { total, holders: rows } as unknown as HolderPage
      const { json, etag, rowStarts = new Uint32Array() } = serialiseHolders(page)
      expect({ json, etag }).toEqual(serialise(page))
      expect(rowStarts).toHaveLength(rows.length + 1)
      const text = (from = 0, to = 0): string => Buffer.from(json.subarray(from, to)).toString('utf8')
      for (const [i, one] of rows.entries()) expect(JSON.parse(text(rowStarts[i], (rowStarts[i + 1] ?? 0) - 1))).toEqual(one)
      expect(text(0, rowStarts[0])).toBe(`{"total":${total},"holders":[`)
    }),
  )
})
