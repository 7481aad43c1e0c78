import type { CaseTag } from '../../../../src-shared/domain/cases/claims.ts'
import { useChangeCase } from '../../../api/use-case.ts'
import { CASE_TAG_KIND_TEXT, confidenceText } from '../../../format/case-tag-text.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from '../Inspector.module.css'

/** One tag, set on some or all of the selected wallets. It is removed from one wallet at a time. */
export function TagRow({ tags, of }: { readonly tags: readonly CaseTag[]; readonly of: number }) {
  const change = useChangeCase()
  const [tag] = tags
  if (tag === undefined) return null
  const { network, address, name, kind, effect, note, source } = tag
  const details = [
    CASE_TAG_KIND_TEXT[kind],
    effect === 'hub' ? 'joins no wallets' : null,
    of === 1 ? null : `on ${tags.length} of ${of}`,
    note,
    source,
    confidenceText(tag),
  ]
  return (
    <li className={styles['claim']}>
      <span className="case-tag tiny truncate">{name}</span>
      <span className={styles['claim-text']}>{details.filter((each) => each !== null).join(' · ')}</span>
      {of === 1 ? (
        <Button
          kind="quiet"
          disabled={change.isPending}
          aria-label={`Remove tag ${name}`}
          text="Remove"
          onClick={() => change.mutate({ op: 'remove_tag', network, address, name })}
        />
      ) : null}
    </li>
  )
}
