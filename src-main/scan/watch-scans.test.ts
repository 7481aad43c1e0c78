import { expect, it } from 'vitest'
import type { ScanReport } from '../../src-shared/contract/records/scan.ts'
import type { WatchCondition } from '../../src-shared/domain/watch.ts'
import { evaluateScans, type WatchedScan } from './watch-scans.ts'

const NOW = 1_700_000_000
const DAY = 86_400

type Finding = NonNullable<WatchedScan['detail']>['findings'][number]

function scan(score: number, findings: readonly Partial<Finding>[] | null, unlockAt: number | null = null): WatchedScan {
  const locked_liquidity = [{ pair_address: 'pair', total_locked: 90, locks: [{ percentage: 90, type: 'Locker', unlock_at: unlockAt }] }]
  return {
    report: { token: { symbol: 'PEP' }, results: { generated_at: NOW, simple: { score }, advanced: { locked_liquidity } } } as unknown as ScanReport,
    detail:
      findings === null
        ? null
        : { findings: findings.map((each) => ({ points: 10, severity: 'high', evidence: [], ...each }) as unknown as Finding) },
    block: 5,
  }
}

const reasons = (condition: WatchCondition, before: WatchedScan | null, now: WatchedScan): string[] =>
  evaluateScans([{ id: 'r', condition, cluster: null, wallets: null, changedAt: 0 }], before, now).map(({ reason }) => reason)

it('reports a score that fell by enough', () => {
  const falls: WatchCondition = { kind: 'score_falls', by: 10 }
  expect(reasons(falls, scan(80, []), scan(70, []))).toEqual(['PEP: the scan score fell from 80 to 70.'])
  expect(reasons(falls, scan(80, []), scan(71, []))).toEqual([])
  expect(reasons(falls, null, scan(1, []))).toEqual([])
})

it('reports new findings as bad as the rule says, and none where the findings of a scan are unknown', () => {
  const appears: WatchCondition = { kind: 'finding_appears', severity: 'medium' }
  const [mint, tax] = [
    { id: 'mint', sentence: 'Supply can grow.' },
    { id: 'tax', severity: 'low' as const, sentence: 'A tax.' },
  ]
  expect(reasons(appears, scan(1, []), scan(1, [mint, tax]))).toEqual(['PEP: new finding (high): Supply can grow.'])
  expect(reasons(appears, scan(1, [mint]), scan(1, [mint]))).toEqual([])
  const cap = { id: 'cap_tax', family: 'tax', severity: 'info', points: -5, sentence: 'No more than 60 points for tax' } as const
  expect(reasons({ kind: 'finding_appears', severity: 'info' }, scan(1, [mint]), scan(1, [mint, tax, cap]))).toEqual([
    'PEP: new finding (low): A tax.',
  ])
  expect(reasons(appears, scan(1, null), scan(1, [mint]))).toEqual([])
})

it('reports liquidity that a scan no longer finds', () => {
  const falls: WatchCondition = { kind: 'liquidity_falls', by: 20 }
  expect(reasons(falls, scan(1, []), scan(1, [{ id: 'no_liquidity', sentence: 'No liquidity was found.' }]))).toEqual([
    'PEP: No liquidity was found.',
  ])
})

it('reports a lock that ends soon, and none whose end is unknown or past', () => {
  const ends: WatchCondition = { kind: 'lock_ends', within_days: 7 }
  expect(reasons(ends, null, scan(1, [], NOW + 3 * DAY))).toEqual(['PEP: the lock of 90.0 % of the liquidity of pair ends within 3 days.'])
  for (const unlockAt of [null, NOW - 1, NOW + 8 * DAY]) expect(reasons(ends, null, scan(1, [], unlockAt))).toEqual([])
})
