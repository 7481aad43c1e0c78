import type { SpecLine } from './line.ts'
import type { Subject } from './subject.ts'
import { Broken, NotApplicable } from './verdict.ts'

export type Outcome = 'pass' | 'fail' | 'not applicable'

export interface LineResult {
  readonly section: string
  readonly says: string
  readonly outcome: Outcome
  /** What was seen instead, or why the line could not be looked at. */
  readonly note: string | null
}

/** Looks at each line in turn, so that no line meets the traffic of another. */
export async function runLines(
  lines: readonly SpecLine[],
  subject: Subject,
  told: (result: LineResult) => void = () => undefined,
): Promise<LineResult[]> {
  const results: LineResult[] = []
  for (const line of lines) {
    const result = await look(line, subject)
    results.push(result)
    told(result)
  }
  return results
}

async function look({ section, says, check }: SpecLine, subject: Subject): Promise<LineResult> {
  try {
    await check(subject)
    return { section, says, outcome: 'pass', note: null }
  } catch (error) {
    if (error instanceof NotApplicable) return { section, says, outcome: 'not applicable', note: error.message }
    const note = error instanceof Broken ? error.message : error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return { section, says, outcome: 'fail', note }
  }
}

export function countOutcomes(results: readonly LineResult[]): Record<Outcome, number> {
  const counts = { pass: 0, fail: 0, 'not applicable': 0 }
  for (const { outcome } of results) counts[outcome] += 1
  return counts
}
