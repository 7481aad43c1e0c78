import type { CaseTag, TagKind } from '../../src-shared/domain/cases/claims.ts'
import { exactPercent } from './number.ts'

/** Kinds of private tags as the page names them. */
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

/** Null for a tag without one. */
export const confidenceText = ({ confidence }: Pick<CaseTag, 'confidence'>): string | null =>
  confidence === null ? null : `${exactPercent(Math.round(confidence * 10_000) / 100)} confidence`
