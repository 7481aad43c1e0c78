import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../api/service.tsx'
import { importsQuery, statusQuery, tokensQuery } from '../../api/service-queries.ts'
import { EmptyState } from '../../ui/States.tsx'
import { QueryFailure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { ImportButton, ImportDrop } from './ImportDrop.tsx'
import { ImportTable } from './ImportTable.tsx'
import { SourceHint } from './SourceHint.tsx'
import { StartCases } from './StartCases.tsx'
import { StartDemonstrations } from './StartDemonstrations.tsx'
import { TokenSearch } from './TokenSearch.tsx'
import { TokenTable } from './TokenTable.tsx'

export function StartPage() {
  const client = useClient()
  const tokens = useQuery(tokensQuery(client))
  const status = useQuery(statusQuery(client))
  const imports = useQuery(importsQuery(client)).data?.value.imports ?? []
  const rows = tokens.data?.value.tokens ?? []
  return (
    <ImportDrop className="page start">
      <header className="start-head">
        <h1>Who really holds this token?</h1>
        <TokenSearch />
        <ImportButton />
      </header>
      {status.data === undefined ? null : <SourceHint sources={status.data.value.sources} />}
      <StartCases />
      <section className="start-tokens" aria-labelledby="recent">
        <div className="block-head">
          <h2 id="recent">Stored tokens</h2>
          {rows.length > 1 ? <Link to="/common">What they have in common</Link> : null}
        </div>
        {tokens.isPending ? <SkeletonRows rows={4} what="stored tokens" /> : null}
        <QueryFailure title="Could not load stored tokens" query={tokens} />
        {tokens.data !== undefined && rows.length === 0 ? (
          <EmptyState title="No tokens yet">
            <p>
              Paste a token address above to read it from your own endpoint, or drop a holder map, a list of holders or transfers, a snapshot or
              recorded node responses here.
            </p>
          </EmptyState>
        ) : null}
        {rows.length > 0 ? <TokenTable tokens={rows} imports={imports} /> : null}
      </section>
      <StartDemonstrations />
      {imports.length > 0 ? (
        <section className="start-tokens" aria-labelledby="files">
          <h2 id="files">Imported files</h2>
          <ImportTable imports={imports} />
        </section>
      ) : null}
    </ImportDrop>
  )
}
