import type { StatusRecord } from '../../../src-shared/contract/records/local.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
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
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.network}>
            <th scope="row">
              {NETWORKS[source.network].name} <code className="quiet">{source.network}</code>
            </th>
            <td>
              {source.readable ? <Tag tone={STATES[source.state].tone}>{STATES[source.state].word}</Tag> : <Tag tone="neutral">From files only</Tag>}
            </td>
            <td>
              {source.endpoints.map((endpoint) => (
                <code key={endpoint} className="endpoint">
                  {endpoint}
                </code>
              ))}
              {source.readable ? null : <span className="quiet">This version does not read this network from a node.</span>}
              {source.message === null ? null : <p className="quiet">{source.message}</p>}
              {source.readable && source.endpoints.length === 0 && source.message === null ? <span className="quiet">–</span> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
