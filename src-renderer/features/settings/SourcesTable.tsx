import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SourceTest, StatusRecord } from '../../../src-shared/contract/records/local.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { statusQuery } from '../../api/service-queries.ts'
import { formatCount } from '../../format/number.ts'
import { Button } from '../../ui/Button.tsx'
import { sentenceOf } from '../../ui/Failure.tsx'
import { Tag, type Tone } from '../../ui/Tag.tsx'

type Source = StatusRecord['sources'][number]

const STATES: Readonly<Record<Source['state'], { readonly word: string; readonly tone: Tone }>> = {
  unset: { word: 'Not set', tone: 'unknown' },
  untested: { word: 'Set, not asked yet', tone: 'neutral' },
  ok: { word: 'Answers', tone: 'ok' },
  failing: { word: 'Does not answer', tone: 'critical' },
}

export function SourcesTable({ sources }: { sources: readonly Source[] }) {
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">Network</th>
          <th scope="col">State</th>
          <th scope="col">Endpoint</th>
          <th scope="col" className="end">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <SourceRow key={source.network} source={source} />
        ))}
      </tbody>
    </table>
  )
}

function SourceRow({ source }: { source: Source }) {
  const client = useClient()
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => client.call('testSource', { body: { network: source.network } }),
    onSettled: () => queries.invalidateQueries({ queryKey: statusQuery(client).queryKey }),
  })
  const { name } = NETWORKS[source.network]
  const found = test.data?.value.endpoints
  return (
    <tr>
      <th scope="row">
        {name} <code className="quiet">{source.network}</code>
      </th>
      <td>
        <StateTag source={source} found={found} />
      </td>
      <td>
        {source.endpoints.map((endpoint, at) => (
          <div key={endpoint}>
            <code className="endpoint">{endpoint}</code>
            {found?.[at] === undefined ? null : <Found result={found[at]} />}
          </div>
        ))}
        {source.readable ? null : <span className="quiet">This version does not read this network from a node.</span>}
        {source.message === null || found !== undefined ? null : <p className="quiet">{source.message}</p>}
        {source.readable && source.endpoints.length === 0 && source.message === null ? <span className="quiet">–</span> : null}
        {test.isError ? (
          <p className="job-error" role="alert">
            {sentenceOf(test.error)}
          </p>
        ) : null}
      </td>
      <td className="end row-actions">
        {source.readable && source.endpoints.length > 0 ? (
          <Button onClick={() => test.mutate()} disabled={test.isPending} aria-label={`Test ${name}`}>
            {test.isPending ? 'Asking …' : 'Test'}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

/** What a test just found counts for more than what the last read met. */
function StateTag({ source, found }: { source: Source; found: SourceTest['endpoints'] | undefined }) {
  if (!source.readable) return <Tag tone="neutral">From files only</Tag>
  const state = found === undefined ? source.state : found.some(({ ok }) => ok) ? 'ok' : 'failing'
  return <Tag tone={STATES[state].tone}>{STATES[state].word}</Tag>
}

/** What an endpoint can do, in words; or what is wrong with it and what to do. */
function Found({ result }: { result: SourceTest['endpoints'][number] }) {
  if (!result.ok)
    return (
      <p className="job-error" role="alert">
        {result.message} Check the address and the key of this endpoint, or set another.
      </p>
    )
  return (
    <p className="quiet" role="status">
      Answers at block <span className="num">{formatCount(result.head)}</span>.{' '}
      {can(result.archive, 'Keeps old state', 'Keeps no old state', 'Old state unknown')}.{' '}
      {can(result.simulate, 'Can simulate a sale', 'Cannot simulate a sale', 'Simulation unknown')}.{' '}
      {can(result.traces, 'Has traces', 'Has no traces', 'Traces unknown')}.{' '}
      {result.logs_max_range === null
        ? 'No limit of logs was met.'
        : result.logs_max_range === 0
          ? 'Gives no logs.'
          : `Gives logs of ${formatCount(result.logs_max_range)} blocks at a time.`}
    </p>
  )
}

const can = (value: boolean | null, yes: string, no: string, unknown: string): string => (value === null ? unknown : value ? yes : no)
