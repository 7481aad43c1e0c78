import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { casesQuery } from '../../api/case-queries.ts'
import { useClient } from '../../api/service.tsx'
import { CaseList } from '../../ui/cases/CaseList.tsx'

/** Older cases are under Cases. */
const MAX_CASES = 4

/** The most recently changed cases; empty without any. */
export function StartCases() {
  const cases = useQuery(casesQuery(useClient())).data?.value.cases ?? []
  if (cases.length === 0) return null
  return (
    <section className="start-tokens" aria-labelledby="start-cases">
      <h2 id="start-cases">Cases</h2>
      <CaseList cases={cases.slice(0, MAX_CASES)} />
      {cases.length > MAX_CASES ? <Link to="/cases">All {cases.length} cases</Link> : null}
    </section>
  )
}
