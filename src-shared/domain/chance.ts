import type { InCommonRecord } from '../contract/records/in-common.ts'
import { countOf, grouped, weightText } from './shown.ts'

/** A probability as readable text: `0.42`, `1 in 3,500`, `1 in 10^12`. */
export function chanceText(probability: number): string {
  if (probability >= ONE_IN_TEN) return weightText(probability)
  if (probability <= 0) return 'below 1 in 10^300'
  const one = 1 / probability
  if (one < A_MILLION) return `1 in ${grouped(Number(one.toPrecision(2)))}`
  return `1 in 10^${Math.floor(Math.log10(one))}`
}

const ONE_IN_TEN = 0.1
const A_MILLION = 1_000_000

/** What "expected" and "chance" of an overlap are computed from (docs/api/records.md#in-common). */
export function overlapModelText({ wallets, others, tokens }: InCommonRecord['population']): string {
  if (others === 0) return 'How unlikely the overlap is remains unknown: every stored wallet is in these tokens, so there is nothing to compare with.'
  return `Expected and chance assume random draws from the ${countOf(wallets, 'wallet')} of ${countOf(tokens, 'counted token')}.`
}

/** Whether one of two tokens lacks holders, so that more wallets may be in both than are counted. */
export const mayShareMore = (tokens: InCommonRecord['tokens'], pair: readonly string[]): boolean =>
  tokens.some(({ address, holders_complete }) => !holders_complete && pair.includes(address))
