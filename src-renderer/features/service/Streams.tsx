import { useQuery } from '@tanstack/react-query'
import { STREAMS, type StreamDef } from '../../../src-shared/contract/streams.ts'
import { useClient } from '../../api/service.tsx'
import { statusQuery, tokensQuery } from '../../api/service-queries.ts'
import { countOf } from '../../format/number.ts'
import { CopyButton } from '../../ui/Copy.tsx'
import { Tag } from '../../ui/Tag.tsx'

const DELIVERY = {
  'full-state': { word: 'state', means: 'Sends the whole state at once and after each change; a slow reader gets the newest only' },
  'every-event': { word: 'every event', means: 'Nothing is dropped or merged; a reader that is too slow is closed and pages the gap' },
} as const

/** Every stream with the frame that subscribes to it, and who listens now. */
export function Streams() {
  const client = useClient()
  const tokens = useQuery(tokensQuery(client))
  const status = useQuery(statusQuery(client))
  const token = tokens.data?.value.tokens[0]
  const live = status.data?.value
  const streams: readonly (readonly [string, StreamDef])[] = Object.entries(STREAMS)
  return (
    <div className="endpoints">
      <p className="block-words" role="status">
        {live === undefined
          ? 'Asking who listens …'
          : `${countOf(live.connections, 'connection')} with ${countOf(live.subscriptions, 'subscription')} now, this page among them.`}{' '}
        Connect with the key as <code>?api-key=…</code> or in the header, then send the frame of a stream.
      </p>
      <section className="endpoint-area" aria-label="Streams">
        <ul>
          {streams.map(([name, def]) => (
            <li key={name} className="endpoint-row">
              <code className="endpoint-path">{name}</code>
              <span className="endpoint-summary quiet truncate" title={def.summary}>
                {def.summary}
              </span>
              <Tag title={DELIVERY[def.delivery].means}>{DELIVERY[def.delivery].word}</Tag>
              {def.firehose === true ? <Tag title="ALL in place of an address, with the firehose permission">ALL</Tag> : null}
              <CopyButton
                text={JSON.stringify({ op: 'subscribe', network: token?.network ?? 'sol', address: token?.address ?? 'TOKEN', stream: name })}
                label={`Copy the frame that subscribes to ${name}`}
                word="frame"
              />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
