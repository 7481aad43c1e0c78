import { useQuery } from '@tanstack/react-query'
import { STREAMS, type StreamDef } from '../../../src-shared/contract/streams.ts'
import { useClient } from '../../api/service.tsx'
import { tokensQuery } from '../../api/service-queries.ts'
import { CopyButton } from '../../ui/Copy.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Subscribers } from './Subscribers.tsx'

const DELIVERY = {
  'full-state': { label: 'state', description: 'sends the full state on subscribe and after each change; a slow client gets only the latest.' },
  'every-event': {
    label: 'every event',
    description: 'no event is dropped or merged; a client that falls behind is disconnected and fetches the gap by REST.',
  },
} as const

/** All streams with their subscribe frames, and the connected clients. */
export function Streams() {
  const tokens = useQuery(tokensQuery(useClient()))
  const token = tokens.data?.value.tokens[0]
  const streams: readonly (readonly [string, StreamDef])[] = Object.entries(STREAMS)
  return (
    <>
      <p className="block-text">
        Connect with the key as <code>?api-key=…</code> or in the <code>X-API-Key</code> header, then send the subscribe frame of a stream.
      </p>
      <PlainTable dense aria-label="Streams" columns={['Stream', 'Sends', 'Delivery', { end: 'Copy' }]}>
        {streams.map(([name, def]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td className="quiet">
              {def.summary}
              {def.firehose === true ? (
                <>
                  ; with the firehose permission, the address <code>ALL</code> covers a whole network
                </>
              ) : null}
            </td>
            <td>
              <Tag text={DELIVERY[def.delivery].label} />
            </td>
            <td className="end row-actions">
              <CopyButton
                text={JSON.stringify({ op: 'subscribe', network: token?.network ?? 'sol', address: token?.address ?? 'TOKEN', stream: name })}
                label={`Copy the subscribe frame for ${name}`}
                caption="frame"
              />
            </td>
          </tr>
        ))}
      </PlainTable>
      <p className="block-text block-notes">
        {Object.values(DELIVERY).map(({ label, description }) => (
          <span key={label}>
            <Tag text={label} /> {description}
          </span>
        ))}
      </p>
      <Subscribers />
    </>
  )
}
