import type { ActiveRule } from '../../src-shared/domain/watch-moment.ts'
import type { Findings } from '../detectors/findings.ts'
import { evaluateRules } from '../records/watch/evaluate.ts'
import { needsSnapshots, replayRule } from '../records/watch/history.ts'
import { readWatchFacts } from '../records/watch/facts.ts'
import type { QuerySource, RuleTest, WatchAnswer } from './query-source.ts'
import { readSnapshot } from './read-snapshot.ts'

/** Evaluates watch rules between the stored moment of a token and its current one. Without a stored moment there is nothing to report. */
export function evaluateWatch(findings: Findings, { rules }: { readonly rules: readonly ActiveRule[] }, { reads, token }: QuerySource): WatchAnswer {
  const before = reads.watchMoment(token)
  const facts = readWatchFacts(findings, token.firstRead, before?.moment.block ?? null)
  if (facts === null) return { moment: null, hash: null, matches: [] }
  const { block, time, values, top, roles, pools } = facts
  const clusters = rules.some(({ condition, wallets }) => condition.kind === 'holder_sells' && wallets === null) ? facts.clusters : []
  const ready = before === null ? [] : rules.filter(({ changedAt }) => changedAt <= before.madeAt)
  const matches = before === null ? [] : evaluateRules(ready, before, facts)
  return { moment: { block, time, values, top, roles, clusters, pools }, hash: token.asOfHash, matches }
}

/** Newest snapshots that a test of a rule reads. */
const MAX_SNAPSHOTS = 200
const MAX_MATCHES = 5_000

export function testRule(
  findings: Findings,
  { rule, from }: { readonly rule: ActiveRule; readonly from: number },
  { reads, token }: QuerySource,
): RuleTest {
  const timestamps = needsSnapshots(rule) ? reads.snapshotTimestamps(token) : []
  const first = Math.max(
    0,
    timestamps.findLastIndex((timestamp) => timestamp < from),
    timestamps.length - MAX_SNAPSHOTS,
  )
  const snapshots = timestamps.slice(first).flatMap((timestamp) => readSnapshot(reads, token, timestamp) ?? [])
  return { matches: replayRule(findings, token.firstRead, rule, { from, snapshots }).slice(-MAX_MATCHES), snapshots: snapshots.length }
}
