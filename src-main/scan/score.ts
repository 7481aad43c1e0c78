import type { FindingGroup, FindingWeight, Weights } from './weights.ts'

/** Turns findings into the score: ladders, halved powers, caps (docs/scan.md#score). Everything that changes the sum is a ledger line. */

export interface Counted {
  readonly id: string
  /** Held by a multisig or behind a timelock: half of the points, rounded up. */
  readonly half: boolean
}

export interface ScoredFinding {
  readonly weight: FindingWeight
  readonly points: number
}

export interface Cut {
  readonly id: string
  readonly group: FindingGroup | 'score'
  readonly label: string
  /** Points given back. */
  readonly points: number
}

export interface Score {
  readonly score: number
  readonly message: string
  /** Worst first. */
  readonly findings: readonly ScoredFinding[]
  readonly cuts: readonly Cut[]
  /** Begins with 100; the lines add up to the score. */
  readonly ledger: readonly { readonly label: string; readonly points: number }[]
}

const START = 100

export function computeScore(weights: Weights, applying: readonly Counted[]): Score {
  const findings = strongestOfLadders(weights, applying).map(({ id, half }): ScoredFinding => {
    const weight = weights.findings.find((one) => one.id === id)
    if (weight === undefined) throw new Error(`no weight is published for ${id}`)
    return { weight, points: half ? Math.ceil(weight.points / 2) : weight.points }
  })
  findings.sort((a, b) => b.points - a.points || a.weight.id.localeCompare(b.weight.id, 'en'))
  const cuts = cutsOf(weights, findings)
  const left = START - sum(findings) + sum(cuts)
  const floor: Cut[] = left < 0 ? [{ id: 'floor', group: 'score', label: 'The score does not fall below 0', points: -left }] : []
  const score = Math.max(0, left)
  const lines = [
    { label: 'Start', points: START },
    ...findings.map(({ weight, points }) => ({ label: weight.reason, points: -points })),
    ...[...cuts, ...floor].map(({ label, points }) => ({ label, points })),
  ]
  return { score, message: bandOf(weights, score), findings, cuts: [...cuts, ...floor], ledger: lines }
}

const sum = (rows: readonly { readonly points: number }[]): number => rows.reduce((total, { points }) => total + points, 0)

function bandOf(weights: Weights, score: number): string {
  const bands = [...weights.bands].sort((a, b) => b.min - a.min)
  return (bands.find(({ min }) => score >= min) ?? bands[bands.length - 1])?.message ?? ''
}

/** Only the first applying step of a ladder counts. The file lists the strongest first. */
function strongestOfLadders(weights: Weights, applying: readonly Counted[]): Counted[] {
  const ids = new Set(applying.map(({ id }) => id))
  const weaker = new Set(weights.ladders.flatMap((ladder) => ladder.slice(ladder.findIndex((id) => ids.has(id)) + 1)))
  return applying.filter(({ id }) => !weaker.has(id))
}

function cutsOf(weights: Weights, findings: readonly ScoredFinding[]): Cut[] {
  const cuts: Cut[] = []
  const kept = new Map<FindingGroup, number>()
  for (const group of new Set(findings.map(({ weight }) => weight.group))) {
    const total = sum(findings.filter(({ weight }) => weight.group === group))
    const cap = weights.group_caps[group]
    kept.set(group, Math.min(total, cap))
    if (total > cap) cuts.push({ id: `cap_${group}`, group, label: `No more than ${cap} points for ${group}`, points: total - cap })
  }
  for (const { groups, cap, excess_from } of weights.joint_caps) {
    const total = groups.reduce((points, group) => points + (kept.get(group) ?? 0), 0)
    if (total <= cap) continue
    cuts.push({
      id: `cap_${groups.join('_')}`,
      group: excess_from,
      label: `No more than ${cap} points for ${groups.join(' and ')} together`,
      points: total - cap,
    })
  }
  return cuts
}
