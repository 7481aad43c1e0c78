import type { ScanDetail, ScanReport } from '../../../src-shared/contract/records/scan.ts'
import { toUnits } from '../../../src-shared/domain/amount.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { advancedOf, additionalInfo } from './advanced.ts'
import type { ScanInput } from '../input.ts'
import { evaluateRules, type Evaluation } from '../evaluate.ts'
import type { Weights } from '../weights.ts'

/** The public report, and the findings and ledger behind it. */
export function buildScan(weights: Weights, input: ScanInput): { report: ScanReport; detail: ScanDetail } {
  const evaluated = evaluateRules(weights, input)
  const { token, facts } = input
  const { name, native } = NETWORKS[token.network]
  const report: ScanReport = {
    network: { name, symbol: native.symbol },
    token: {
      address: token.address,
      name: token.name ?? '',
      symbol: token.symbol ?? '',
      logo: input.logo,
      decimals: token.decimals,
      total_supply: toUnits(token.totalSupply, token.decimals),
      additional_info: additionalInfo(input),
      age: token.createdAt,
      socials: [...input.socials],
    },
    extensions: { ...facts.raw },
    results: {
      generated_at: input.now,
      simple: { score: evaluated.score.score, message: evaluated.score.message, reasons: [...evaluated.reasons] },
      advanced: advancedOf(input),
    },
  }
  return { report, detail: detailOf(weights, input, evaluated) }
}

function detailOf(weights: Weights, { facts }: ScanInput, { score, applying, unknowns }: Evaluation): ScanDetail {
  const found = score.findings.map(({ weight, points }) => {
    const entry = applying.get(weight.id)
    return {
      id: weight.id,
      family: weight.group,
      severity: weight.severity,
      points,
      value: entry?.verdict.value ?? null,
      threshold: entry?.verdict.threshold ?? null,
      sentence: weight.reason,
      clears: entry?.rule.clears ?? '',
      evidence: [...(entry?.verdict.evidence ?? [])],
      rule_version: weights.version,
    }
  })
  // Points that a cap gives back are findings too, so that all points and the score add up to 100.
  const cuts = score.cuts.map(({ id, group, label, points }) => ({
    id,
    family: group,
    severity: 'info' as const,
    points: -points,
    value: null,
    threshold: null,
    sentence: label,
    clears: '',
    evidence: [],
    rule_version: weights.version,
  }))
  return {
    rule_set: weights.version,
    score: score.score,
    findings: [...found, ...cuts],
    ledger: [...score.ledger],
    unknowns: unknowns.map(({ weight, why }) => ({ id: weight.id, flag: weight.field, why })),
    partial: [...facts.partial],
    simulated_with: facts.simulatedWith,
  }
}
