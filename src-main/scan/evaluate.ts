import type { ScanInput } from './input.ts'
import { RULES } from './rules.ts'
import { computeScore, type Score } from './score.ts'
import type { Rule, Verdict } from './rule.ts'
import type { FindingWeight, Weights } from './weights.ts'

export interface Evaluation {
  readonly score: Score
  readonly applying: ReadonlyMap<string, { readonly rule: Rule; readonly verdict: Extract<Verdict, { state: 'applies' }> }>
  readonly unknowns: readonly { readonly weight: FindingWeight; readonly why: string }[]
  /** Worst first. An untested exit comes before all findings. */
  readonly reasons: readonly string[]
}

export const SELL_UNTESTED = 'Sell could not be tested'

/** Evaluates every rule of the token's network. An unknown costs no points and is listed. */
export function evaluateRules(weights: Weights, input: ScanInput): Evaluation {
  const { network } = input.token
  const applying = new Map<string, { rule: Rule; verdict: Extract<Verdict, { state: 'applies' }> }>()
  const unknowns: { weight: FindingWeight; why: string }[] = []
  for (const weight of weights.findings) {
    if (!weight.networks.includes(network)) continue
    const rule = RULES.find(({ id }) => id === weight.id)
    if (rule === undefined) throw new Error(`no rule decides ${weight.id}`)
    const verdict = rule.decide(input)
    if (verdict.state === 'applies') applying.set(rule.id, { rule, verdict })
    if (verdict.state === 'unknown') unknowns.push({ weight, why: verdict.why })
  }
  const score = computeScore(
    weights,
    [...applying].map(([id, { verdict }]) => ({ id, half: verdict.half })),
  )
  const found = score.findings.map(({ weight }) => weight.reason)
  const untested = input.facts.flags.honeypot?.value ?? null
  return { score, applying, unknowns, reasons: untested === null ? [SELL_UNTESTED, ...found] : found }
}
