import type { ContractCheck } from './contract-check.ts'
import type { Subject } from './subject.ts'
import { ContractViolation, NotApplicable } from './assertions.ts'

export type Outcome = 'pass' | 'fail' | 'not applicable'

export interface CheckResult {
  readonly section: string
  readonly title: string
  readonly outcome: Outcome
  /** The observed violation, or why the check was skipped. */
  readonly note: string | null
}

/** Runs the checks one after another, so their traffic does not interfere. */
export async function runChecks(
  lines: readonly ContractCheck[],
  subject: Subject,
  onResult: (result: CheckResult) => void = () => undefined,
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const line of lines) {
    const result = await runCheck(line, subject)
    results.push(result)
    onResult(result)
  }
  return results
}

async function runCheck({ section, title: title, check }: ContractCheck, subject: Subject): Promise<CheckResult> {
  try {
    await check(subject)
    return { section, title: title, outcome: 'pass', note: null }
  } catch (error) {
    if (error instanceof NotApplicable) return { section, title: title, outcome: 'not applicable', note: error.message }
    const note = error instanceof ContractViolation ? error.message : error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return { section, title: title, outcome: 'fail', note }
  }
}

export function countOutcomes(results: readonly CheckResult[]): Record<Outcome, number> {
  const counts = { pass: 0, fail: 0, 'not applicable': 0 }
  for (const { outcome } of results) counts[outcome] += 1
  return counts
}
