import type { CaseTag } from '../../src-shared/domain/cases/claims.ts'
import { useCaseTags } from '../api/claims.tsx'
import { CASE_TAG_KIND_TEXT, confidenceText } from '../format/case-tag-text.ts'

/** Tags of the open case on an address. A dashed outline distinguishes them from shipped labels. */
export function CaseTags({ address }: { readonly address: string }) {
  const tags = useCaseTags().get(address)
  if (tags === undefined) return null
  return tags.map((tag) => (
    <span key={tag.name} className="case-tag tiny truncate" title={describe(tag)}>
      <span className="visually-hidden">Your tag: </span>
      {tag.name}
    </span>
  ))
}

function describe(tag: CaseTag): string {
  const { name, kind, effect, note, source } = tag
  return [
    `Your tag: ${name} (${CASE_TAG_KIND_TEXT[kind].toLowerCase()}${effect === 'hub' ? ', joins no wallets' : ''})`,
    note,
    source === null ? null : `Source: ${source}`,
    confidenceText(tag),
  ]
    .filter((line) => line !== null)
    .join('\n')
}
