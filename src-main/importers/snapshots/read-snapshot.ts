import { snapshotRecord, type SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import type { SnapshotPlan } from '../plans.ts'
import { formError } from '../errors.ts'
import { nameInFile } from '../maps/map-labels.ts'

/** A snapshot record (docs/api/records.md#snapshot) from the API or from `export`. */
export function readSnapshotFile(value: unknown): SnapshotPlan {
  const parsed = snapshotRecord.safeParse(value)
  if (!parsed.success) throw formError('a snapshot', parsed.error)
  return { kind: 'snapshot', record: withCleanNames(parsed.data) }
}

/** Names from a file may contain any character. */
function withCleanNames(record: SnapshotRecord): SnapshotRecord {
  const { token_metadata: about, currency, nodes, token_links } = record
  return {
    ...record,
    token_metadata: { ...about, name: nameInFile(about.name) ?? '', symbol: nameInFile(about.symbol) ?? '' },
    currency: { ...currency, native: { ...currency.native, symbol: nameInFile(currency.native.symbol) ?? '' } },
    nodes: nodes.map((node) => (node.label === null ? node : { ...node, label: nameInFile(node.label) })),
    token_links: token_links.map(({ token, links }) => ({
      token: { ...token, symbol: nameInFile(token.symbol), name: nameInFile(token.name) },
      links,
    })),
  }
}
