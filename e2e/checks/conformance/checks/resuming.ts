import { section, type ContractCheck } from '../contract-check.ts'
import { nonEmptyText } from '../shape.ts'
import type { Frame } from '../../../../src-main/server/testing/frame-socket.ts'
import { NETWORKS, tokenPath, type Subject } from '../subject.ts'
import { assertEqual, assertThat, skip } from '../assertions.ts'
import { cachedReplay, readMissed, readStoredTrades, signatures, trades } from './subscriptions.ts'
import { trade } from './trades.ts'

/** The text of an event stream up to its first event with an id. */
async function readMessage(subject: Subject, query: string, headers: Record<string, string> = {}): Promise<string> {
  const { network, token } = subject.traded
  const left = new AbortController()
  const response = await fetch(`${subject.url}/local/v1/stream?network=${network}&address=${encodeURIComponent(token)}&stream=dex_trades${query}`, {
    headers: { 'x-api-key': subject.key, ...headers },
    signal: left.signal,
  })
  assertEqual(response.status, 200, 'the status')
  assertEqual(response.headers.get('content-type'), 'text/event-stream; charset=utf-8', 'the type')
  let body = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    body += decoder.decode(chunk, { stream: true })
    if (/^id: .*\ndata: .*\n\n/m.test(body)) break
  }
  left.abort()
  return body
}

/** docs/api/streams.md#resuming and #server-sent-events. */

export const resumingChecks: readonly ContractCheck[] = [
  ...section('docs/api/streams.md#resuming', [
    [
      'seq counts the events of a subscription from 1',
      async (subject) => {
        const events = await cachedReplay(subject, [trades(subject, subject.traded.token)])
        assertEqual(
          events.map((event) => event['seq']),
          events.map((_, n) => n + 1),
          'the numbers',
        )
      },
    ],
    [
      'dex_trades: since a time, then since the cursor of an event',
      async (subject) => {
        const wanted = trades(subject, subject.traded.token)
        const stored = (await readStoredTrades(subject, `token=${encodeURIComponent(subject.traded.token)}`)).length
        const all = await readMissed(subject, { ...wanted, since: 0 }, stored)
        const middle = all[Math.floor(stored / 2)]
        const rest = await readMissed(subject, { ...wanted, since: middle?.['cursor'] }, stored - Math.floor(stored / 2) - 1)
        assertEqual(signatures(rest), signatures(all.slice(Math.floor(stored / 2) + 1)), 'the trades after the cursor')
      },
    ],
    [
      'scanner: since a time',
      async (subject) => {
        for (const { network, token: address } of subject.tokensOn(NETWORKS)) {
          const path = tokenPath('/scanner/v1/tokens', network, address)
          if ((await subject.request(path)).status !== 200) continue
          const [event] = await readMissed(subject, { network, address, stream: 'scanner', since: 0 }, 1)
          nonEmptyText(event?.['cursor'], 'cursor')
          return
        }
        skip('the server has no scan')
      },
    ],
  ]),
  ...section('docs/api/streams.md#server-sent-events', [
    [
      'the messages are the frames of a subscription, and their ids its cursors',
      async (subject) => {
        const body = await readMessage(subject, '&since=0')
        const [, id, data] = /^id: (.*)\ndata: (.*)\n\n/m.exec(body) ?? []
        const event = JSON.parse(data ?? '{}') as Frame
        assertEqual([event['op'], event['seq'], event['cursor']], ['event', 1, id], 'the first event')
        trade(event['data'], 'data')
        const next = await readMessage(subject, '&since=0', { 'last-event-id': id ?? '' })
        assertThat(/^id: /m.test(next) && !next.includes(`id: ${id}\n`), 'Last-Event-ID should continue after that event')
      },
    ],
  ]),
]
