import type { CaseHit } from '../../src-shared/contract/records/case-search.ts'

export const HIT_KIND_TEXT: Readonly<Record<CaseHit['kind'], string>> = {
  case: 'Case',
  token: 'Token',
  wallet: 'Wallet',
  note: 'Note',
  finding: 'Finding',
  tag: 'Tag',
  entity: 'Entity',
  view: 'View',
}

/** The id of the element on a case page that shows a note, finding or view. */
export const partId = (kind: 'note' | 'finding' | 'view', id: string): string => `${kind}-${id}`

/** The URL hash of a hit on the page of its case; undefined for the top. */
export const hitHash = ({ kind, id }: CaseHit): string | undefined =>
  (kind === 'note' || kind === 'finding' || kind === 'view') && id !== null ? partId(kind, id) : undefined

export const hitKey = (hit: CaseHit): string => [hit.case_id, hit.kind, hit.id, JSON.stringify(hit.target), hit.text].join(' ')
