import type { ScanDetail, ScanReport } from '../../../src-shared/contract/records/scan.ts'
import { citation, paragraph } from '../table.ts'
import { plainWords } from './plain-words.ts'

/** The score, its reasons with their evidence, and what could not be determined. */
export function scanText({ token, results: { simple } }: ScanReport, detail: ScanDetail | null): string {
  const found = new Map(detail?.findings.map((finding) => [finding.sentence, finding]))
  const reasons = simple.reasons.map((reason) => {
    const finding = found.get(reason)
    const points = finding === undefined || finding.points === 0 ? '' : ` (−${finding.points})`
    // Evidence of a scan is a transaction, a contract or an account.
    return paragraph(`${reason}${points}${citation(finding?.evidence ?? [], 'See')}`, { bullet: '- ' })
  })
  // Several rules may read the same flag.
  const unknown = [...new Set(detail?.unknowns.map(({ flag, why }) => paragraph(`${plainWords(flag)}: ${why}`, { bullet: '? ' })))]
  return [
    `${token.symbol}: ${simple.score} of 100, ${simple.message}`,
    ...reasons,
    ...(unknown.length > 0 ? ['Not determined:', ...unknown] : []),
  ].join('\n')
}
