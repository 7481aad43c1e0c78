import type { EarlyRecord, LifeLines, MoneyPath, NeighbourList, WhyRecord } from '../../src-shared/contract/records/evidence.ts'
import type { ExplainedClusters } from '../../src-shared/contract/records/local.ts'
import type { Findings } from '../detectors/findings.ts'
import { earlyRecord } from '../records/early-evidence.ts'
import { explainedClusters } from '../records/explained-clusters.ts'
import { lifeLines } from '../records/life-lines.ts'
import { neighbourList } from '../records/neighbours.ts'
import { moneyPath } from '../records/path.ts'
import { whyRecord } from '../records/why.ts'

/** What may be asked of a token's findings beyond its records, each with what it needs to know and what it answers. */
export interface Questions {
  readonly clusters: { readonly with: Readonly<Record<never, never>>; readonly answer: ExplainedClusters }
  readonly why: { readonly with: { readonly a: string; readonly b: string }; readonly answer: WhyRecord }
  readonly path: { readonly with: { readonly a: string; readonly b: string }; readonly answer: MoneyPath }
  readonly neighbours: { readonly with: { readonly wallet: string; readonly limit: number }; readonly answer: NeighbourList }
  readonly lifeLines: { readonly with: { readonly wallets: readonly string[] }; readonly answer: LifeLines }
  readonly early: { readonly with: Readonly<Record<never, never>>; readonly answer: EarlyRecord }
}
export type QuestionName = keyof Questions

/** A question with its particulars, as it crosses the thread. */
export type Question = { readonly [N in QuestionName]: { readonly name: N; readonly with: Questions[N]['with'] } }[QuestionName]

const ANSWERS: { readonly [N in QuestionName]: (findings: Findings, particulars: Questions[N]['with']) => Questions[N]['answer'] } = {
  clusters: (findings) => explainedClusters(findings),
  why: whyRecord,
  path: moneyPath,
  neighbours: neighbourList,
  lifeLines,
  early: earlyRecord,
}

export function answerQuestion(findings: Findings, question: Question): Questions[QuestionName]['answer'] {
  const answer = ANSWERS[question.name] as (found: Findings, particulars: Question['with']) => Questions[QuestionName]['answer']
  return answer(findings, question.with)
}
