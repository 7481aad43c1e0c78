import type { TagKind } from '../../src-shared/domain/cases/claim-lists.ts'
import type { CaseTag } from '../../src-shared/domain/cases/claims.ts'
import { exactPercent } from './number.ts'

/** Display names of the kinds of private tags. */
export const CASE_TAG_KIND_TEXT: Readonly<Record<TagKind, string>> = {
  exchange: 'Exchange',
  service: 'Service',
  pool: 'Pool',
  team: 'Team',
  suspect: 'Suspect',
  own: 'My own',
  ignore: 'Ignore',
  other: 'Other',
}

/** Null for a tag without confidence. */
export const confidenceText = ({ confidence }: Pick<CaseTag, 'confidence'>): string | null =>
  // The product of doubles has more digits than the confidence: 0.07 · 100 is 7.000000000000001.
  confidence === null ? null : `${exactPercent(Number((confidence * 100).toPrecision(12)))} confidence`
