import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { CaseHit } from '../../../src-shared/contract/records/case-search.ts'
import { caseSearchQuery, SEARCH_CHARS } from '../../api/case-queries.ts'
import { useClient } from '../../api/service.tsx'
import { caseName } from '../../api/use-case.ts'
import { HIT_KIND_TEXT, hitHash, hitKey } from '../../format/case-hit.ts'
import { QueryFailure } from '../../ui/Failure.tsx'
import { TextInput } from '../../ui/Field.tsx'
import styles from './Cases.module.css'

/** Searches one case while typing, or all cases for null. */
export function CaseSearch({ id }: { readonly id: string | null }) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const query = useQuery(caseSearchQuery(useClient(), wanted, id))
  const hits = wanted.length < SEARCH_CHARS ? null : (query.data?.value.hits ?? null)
  return (
    <section className={styles['search']} aria-label="Search">
      <TextInput
        type="search"
        aria-label={id === null ? 'Search all cases' : 'Search this case'}
        placeholder={`Search ${id === null ? 'all cases' : 'this case'}: notes, findings, tags, tokens, addresses, transactions`}
        value={text}
        maxLength={200}
        onText={setText}
      />
      <QueryFailure title="Could not search" query={query} />
      <p className="quiet" role="status">
        {wanted === ''
          ? null
          : wanted.length < SEARCH_CHARS
            ? `Type at least ${SEARCH_CHARS} characters.`
            : hits?.length === 0
              ? 'Nothing found.'
              : null}
      </p>
      {hits === null || hits.length === 0 ? null : (
        <ul aria-label="Search results">
          {hits.map((hit) => (
            <li key={hitKey(hit)}>
              <Hit hit={hit} withCase={id === null} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Hit({ hit, withCase }: { readonly hit: CaseHit; readonly withCase: boolean }) {
  const hash = hitHash(hit)
  return (
    <Link to="/cases/$id" params={{ id: hit.case_id }} {...(hash === undefined ? {} : { hash })} className={styles['hit']}>
      <span className={styles['state']}>{HIT_KIND_TEXT[hit.kind]}</span>
      <span className="truncate">{hit.text}</span>
      {withCase ? <span className={styles['aside']}>{caseName({ name: hit.case_name })}</span> : null}
    </Link>
  )
}
