import { originRule } from '../rule-kinds.ts'

export const cluster20 = originRule({
  id: 'cluster_20',
  measure: 'clusterPct',
  from: 20,
  below: 40,
  clears: 'Linked wallets hold less than 20 %.',
})
