import { expect, it } from 'vitest'
import { clustersText } from './clusters.ts'

it('the total is a lower bound if more wallets may be in clusters', () => {
  const record = { total_cluster_pct: 12.34, clusters: [] }
  expect(clustersText(record, null)).toContain('Together 12.3 % of supply.')
  expect(clustersText(record, null, true)).toContain('Together ≥ 12.3 % of supply.')
})
