import { expect, it } from 'vitest'
import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { Label } from '../../src-shared/domain/labels.ts'
import { sampleSnapshot } from '../store/testing/samples.ts'
import { clustersOfSnapshot } from './snapshot-clusters.ts'
import { snapshotCsv } from './snapshot-csv.ts'

type Node = SnapshotRecord['nodes'][number]
const node = (address: string, percentage: number, cluster: number | null, changes: Partial<Node> = {}): Node => ({
  ...{ address, label: null, tags: ['wallet'] as Label[], balance: percentage * 10, balance_usd: null, percentage, rank: null, is_holder: true },
  ...{ degree_in: 0, degree_out: 0, first_seen: null, cluster, ...changes },
})
const snapshotOf = (...nodes: Node[]): SnapshotRecord => ({ ...sampleSnapshot(1), nodes })

it('the clusters of a snapshot are those that it stores, largest first, without what members hold as services or former holders', () => {
  const { total_cluster_pct, clusters } = clustersOfSnapshot(
    snapshotOf(
      node('a', 0.1, 7),
      node('b', 0.2, 7, { tags: ['team'] }),
      node('exchange', 50, 7, { tags: ['exchange'] }),
      node('gone', 9, 7, { is_holder: false }),
      node('c', 30, 2),
      node('d', 30, 2),
      node('alone', 5, null),
      node('e', 0.3, 1),
    ),
  )
  expect(clusters.map(({ pct, cluster_addresses }) => [pct, cluster_addresses.map(({ address }) => address)])).toEqual([
    [60, ['c', 'd']],
    [0.3, ['e']],
    [0.3, ['exchange', 'gone', 'b', 'a']],
  ])
  expect(total_cluster_pct).toBe(60.6)
  expect(new Set(clusters[2]?.tags)).toEqual(new Set(['wallet', 'team', 'exchange']))
  expect(clusters[0]?.cluster_addresses[0]).toEqual({ address: 'c', balance: 300, percentage: 30, tags: ['wallet'] })
})

/** https://www.rfc-editor.org/rfc/rfc4180, and https://owasp.org/www-community/attacks/CSV_Injection */
it('a snapshot as CSV has a wallet a line, with empty fields for what is unknown and no formula', () => {
  const named = {
    label: '=SUM("A1"), Ltd',
    tags: ['team', 'funding_address'] as Label[],
    balance_usd: 1.5,
    rank: 1,
    degree_in: 2,
    degree_out: 3,
    first_seen: 1_700_000_000,
  }
  expect(snapshotCsv(snapshotOf(node('a', 12.5, 0, named), node('b', 0, null, { is_holder: false }))).split('\r\n')).toEqual([
    'rank,address,label,tags,balance,balance_usd,percentage,cluster,is_holder,degree_in,degree_out,first_seen,cluster_number',
    `1,a,"'=SUM(""A1""), Ltd",team funding_address,125,1.5,12.5,0,true,2,3,1700000000,1`,
    ',b,,wallet,,,,,false,0,0,,',
    '',
  ])
})

it('a snapshot as CSV says that a wallet holds nothing only if the number of holders is known', () => {
  const snapshot = snapshotOf(node('b', 0, null, { is_holder: false }))
  const known = { ...snapshot, token_metadata: { ...snapshot.token_metadata, holder_count: 1 } }
  expect([known, snapshot].map((each) => snapshotCsv(each).split('\r\n')[1])).toEqual([',b,,wallet,0,,0,,false,0,0,,', ',b,,wallet,,,,,false,0,0,,'])
})
