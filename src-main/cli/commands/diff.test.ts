import { expect, it } from 'vitest'
import type { WalletDiff } from '../../../src-shared/domain/snapshot-diff.ts'
import { diffText } from './diff.ts'

const wallet = (address: string, before: number | null, after: number | null): WalletDiff => ({
  ...{ address, label: null, change: 'grew', before, after },
  ...{ points: null, amount: null, clusterBefore: null, clusterAfter: null },
})

it('shares before and after a change never read alike', () => {
  const wallets = [wallet('ann', 79.9929, 79.9942), wallet('bob', 1, 2), wallet('cid', null, 0.004)]
  const clusters = [{ change: 'changed', before: [0], after: [0], pctBefore: 12.31, pctAfter: 12.32, joined: ['ann'], left: [] }] as const
  expect(diffText({ wallets, clusters, links: [] }, 0, 60).split('\n').slice(1)).toEqual([
    'cluster changed\t12.31 %\t12.32 %\t1 to 1, 1 joined, 0 left',
    'grew\t79.993 %\t79.994 %\tann',
    'grew\t1.00 %\t2.00 %\tbob',
    'grew\tunknown\t<0.01 %\tcid',
  ])
})
