import { expect, it } from 'vitest'
import { storySnapshot } from '../../server/testing/snapshot.ts'
import { SOL } from '../../server/testing/story.ts'
import { readSnapshotFile } from './read-snapshot.ts'

const plain = storySnapshot(SOL)
const [first, second, ...rest] = plain.nodes
const withNames = (mark: string) => ({
  ...plain,
  token_metadata: { ...plain.token_metadata, name: `USD${mark}Coin`, symbol: `${mark}CDSU` },
  currency: { ...plain.currency, native: { ...plain.currency.native, symbol: `S${mark}OL` } },
  nodes: [{ ...first, label: `Bin${mark}ance` }, { ...second, label: null }, ...rest],
  token_links: [{ token: { address: SOL.quote, symbol: `W${mark}SOL`, name: null }, links: [] }],
})

it.each(['\u202E', '\u200B', '\u0007', '\u2066'])('names in a snapshot have no %j, which hides or reorders text, as names from a chain', (mark) => {
  expect(readSnapshotFile(withNames(mark))).toEqual({ kind: 'snapshot', record: withNames('') })
})

it('a name of nothing else is unknown', () => {
  const { record } = readSnapshotFile({
    ...plain,
    token_metadata: { ...plain.token_metadata, name: '\u202E' },
    nodes: [{ ...first, label: '\u200B' }],
  })
  expect([record.token_metadata.name, record.nodes[0]?.label]).toEqual(['', null])
})

it('refuses a time after the year 9999, and decimals that no chain has', () => {
  expect(() => readSnapshotFile({ ...plain, timestamp: 253_402_300_800 })).toThrow(/timestamp/)
  expect(() => readSnapshotFile({ ...plain, token_metadata: { ...plain.token_metadata, decimals: 1_000_000_000 } })).toThrow(/decimals/)
})
