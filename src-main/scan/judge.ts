import type { ScanInput } from './input.ts'
import { RULES } from './rules.ts'
import { scoreOf, type Score } from './score.ts'
import type { Rule, Verdict } from './rule.ts'
import type { WeighedFinding, Weights } from './weights.ts'

export interface Judged {
  readonly score: Score
  readonly applying: ReadonlyMap<string, { readonly rule: Rule; readonly verdict: Extract<Verdict, { state: 'applies' }> }>
  readonly unknowns: readonly { readonly weighed: WeighedFinding; readonly why: string }[]
  /** Worst first; begins with a word about the exit where it could not be tested. */
  readonly reasons: readonly string[]
}

export const SELL_UNTESTED = 'Sell could not be tested'

/** Runs every rule of the token's network. Unknown costs nothing and is listed. */
export function judge(weights: Weights, input: ScanInput): Judged {
  const { network } = input.token
  const applying = new Map<string, { rule: Rule; verdict: Extract<Verdict, { state: 'applies' }> }>()
  const unknowns: { weighed: WeighedFinding; why: string }[] = []
  for (const weighed of weights.findings) {
    if (!weighed.networks.includes(network)) continue
    const rule = RULES.find(({ id }) => id === weighed.id)
    if (rule === undefined) throw new Error(`no rule decides ${weighed.id}`)
    const verdict = rule.decide(input)
    if (verdict.state === 'applies') applying.set(rule.id, { rule, verdict })
    if (verdict.state === 'unknown') unknowns.push({ weighed, why: verdict.why })
  }
  const score = scoreOf(
    weights,
    [...applying].map(([id, { verdict }]) => ({ id, half: verdict.half })),
  )
  const found = score.findings.map(({ weighed }) => weighed.reason)
  const untested = input.facts.flags.honeypot?.value ?? null
  return { score, applying, unknowns, reasons: untested === null ? [SELL_UNTESTED, ...found] : found }
}
