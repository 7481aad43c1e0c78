import type { TagKind } from '../../src-shared/domain/cases/claims.ts'

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
