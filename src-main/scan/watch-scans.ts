import type { ScanDetail, ScanReport } from '../../src-shared/contract/records/scan.ts'
import { countOf, shortAddress, shortPercent } from '../../src-shared/domain/shown.ts'
import { SEVERITIES } from '../../src-shared/domain/watch-lists.ts'
import type { ActiveRule, WatchMatch } from '../../src-shared/domain/watch-moment.ts'

/** Which rules report something between two scans of a token. */

export interface WatchedScan {
  readonly report: ScanReport
  /** null if the scan came without its findings. */
  readonly detail: Pick<ScanDetail, 'findings'> | null
  readonly block: number | null
}

type Found = Omit<WatchMatch, 'rule'>

const DAY_SECONDS = 86_400
const LIQUIDITY_GONE: ReadonlySet<string> = new Set(['no_liquidity', 'low_liquidity'])

/** @param before the previous scan; null for the first scan, for which only locks that end soon are reported */
export function evaluateScans(rules: readonly ActiveRule[], before: WatchedScan | null, now: WatchedScan): WatchMatch[] {
  return rules.flatMap((rule) => evaluateRule(rule, before, now).map((found) => ({ rule: rule.id, ...found })))
}

function evaluateRule({ condition }: ActiveRule, before: WatchedScan | null, now: WatchedScan): Found[] {
  const at = now.report.results.generated_at
  const { symbol } = now.report.token
  const report = (key: string, sentence: string, evidence: readonly string[] = []): Found => ({
    key: `${key} ${at}`,
    reason: `${symbol}: ${sentence}`,
    at,
    block: now.block,
    wallets: [],
    evidence: evidence.slice(0, 5),
  })
  switch (condition.kind) {
    case 'score_falls': {
      const [was, is] = [before?.report.results.simple.score, now.report.results.simple.score]
      return was === undefined || was - is < condition.by ? [] : [report('score', `the scan score fell from ${was} to ${is}.`)]
    }
    case 'finding_appears': {
      const least = SEVERITIES.indexOf(condition.severity)
      return (
        newFindings(before, now)
          // What a cap gives back is listed with negative points, and is nothing to warn about.
          .filter(({ points, severity }) => points > 0 && SEVERITIES.indexOf(severity) >= least)
          .map(({ id, severity, sentence, evidence }) => report(`finding ${id}`, `new finding (${severity}): ${sentence}`, evidence))
      )
    }
    case 'liquidity_falls':
      return newFindings(before, now)
        .filter(({ id }) => LIQUIDITY_GONE.has(id))
        .map(({ id, sentence, evidence }) => report(`finding ${id}`, sentence, evidence))
    case 'lock_ends':
      return endingLocks(now.report, at, condition.within_days)
    default:
      return []
  }
}

/** Findings that the previous scan did not have; none if either scan came without its findings. */
function newFindings(before: WatchedScan | null, now: WatchedScan): ScanDetail['findings'] {
  if (before === null || before.detail === null || now.detail === null) return []
  const known = new Set(before.detail.findings.map(({ id }) => id))
  return now.detail.findings.filter(({ id }) => !known.has(id))
}

/**
 * Locks of liquidity that end within a number of days from a time. Each is reported once.
 *
 * @param at Unix seconds
 */
export function endingLocks({ results, token }: ScanReport, at: number, withinDays: number): Found[] {
  return results.advanced.locked_liquidity.flatMap(({ pair_address, locks }) =>
    locks.flatMap(({ unlock_at, percentage, type }) => {
      if (unlock_at === null || unlock_at < at || unlock_at - at > withinDays * DAY_SECONDS) return []
      const days = countOf(Math.ceil((unlock_at - at) / DAY_SECONDS), 'day')
      const reason = `${token.symbol}: the lock of ${shortPercent(percentage)} of the liquidity of ${shortAddress(pair_address)} ends within ${days}.`
      return [{ key: `lock ${pair_address} ${type} ${unlock_at}`, reason, at, block: null, wallets: [], evidence: [] }]
    }),
  )
}
