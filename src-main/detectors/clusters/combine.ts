import { compareText } from '../../../src-shared/domain/compare.ts'
import { roundWeight } from '../math/exact.ts'
import { FAMILIES, type Evidence } from './evidence.ts'

/** All evidence for one pair of wallets. `a` sorts before `b`. */
export interface Edge {
  readonly a: string
  readonly b: string
  readonly p: number
  readonly accepted: boolean
  /** Strongest first. */
  readonly facts: readonly Evidence[]
}

/** p = 1 − Π(1 − strongest of each family); timing alone never joins (docs/detection.md#clusters). */
export function combine(evidence: readonly Evidence[], accept: number): Edge[] {
  const byPair = Map.groupBy(evidence, ({ a, b }) => `${a} ${b}`)
  const edges: Edge[] = []
  for (const facts of byPair.values()) {
    facts.sort(strongestFirst)
    const first = facts[0]
    if (first === undefined || first.a === first.b) continue
    let doubt = 1
    for (const family of FAMILIES) doubt *= 1 - (facts.find((fact) => fact.family === family)?.weight ?? 0)
    const p = roundWeight(1 - doubt)
    edges.push({ a: first.a, b: first.b, p, accepted: p >= accept && facts.some(({ family }) => family !== 'timing'), facts: distinct(facts) })
  }
  return edges.sort((x, y) => compareText(x.a, y.a) || compareText(x.b, y.b))
}

function strongestFirst(x: Evidence, y: Evidence): number {
  return (
    y.weight - x.weight ||
    compareText(x.rule, y.rule) ||
    compareText(x.via.join(), y.via.join()) ||
    compareText(x.sentence, y.sentence) ||
    compareText(x.evidence.join(), y.evidence.join())
  )
}

/** Drops duplicates: one rule may find the same fact in time order and in a group of equal amounts. */
function distinct(facts: readonly Evidence[]): Evidence[] {
  return facts.filter((fact, i) => {
    const before = facts[i - 1]
    return before === undefined || before.rule !== fact.rule || before.sentence !== fact.sentence
  })
}
