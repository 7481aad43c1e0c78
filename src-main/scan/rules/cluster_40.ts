import { originRule } from '../rule-kinds.ts'

export const cluster40 = originRule({
  id: 'cluster_40',
  measure: 'clusterPct',
  from: 40,
  clears: 'Linked wallets hold less than 40 %.',
})
