import { section, type LineCheck, type SpecLine } from '../line.ts'
import { filled, isoMillis, oneOf, record } from '../shape.ts'
import { openSocket, refusedHandshake } from '../../../../src-main/server/testing/frame-socket.ts'
import { FULL_NETWORKS, NETWORKS, UNREAD, type Network } from '../subject.ts'
import { notApplicable, same } from '../verdict.ts'
import { answer, entryLine, results, sub, withSocket } from './socket-client.ts'

/** docs/api/streams.md#subscribing and "Limits", and the connection of docs/api/streams.md. */

/** Every stream on every network whose data exists (docs/api/streams.md). */
const STREAM_NETWORKS: Readonly<Record<string, readonly Network[]>> = {
  dex_trades: NETWORKS,
  scanner: NETWORKS,
  clusters: NETWORKS,
  dex_metrics: NETWORKS,
  insiders: FULL_NETWORKS,
  bundlers: FULL_NETWORKS,
  snipers: FULL_NETWORKS,
}

export const socketLines: readonly SpecLine[] = [
  ...section('docs/api/streams.md#subscribing', [
    [
      'one: op, network, address, stream',
      withSocket(async (socket) => {
        same(
          await answer(socket, { op: 'subscribe', ...sub(1) }),
          { op: 'subscribed', results: [{ ...sub(1), status: 'ok' }], active: 1 },
          'the answer',
        )
      }),
    ],
    [
      'many: op and subs',
      withSocket(async (socket) => {
        const frame = await answer(socket, { op: 'subscribe', subs: [sub(1), sub(2), sub(3, 'clusters')] })
        same(
          results(frame).map(({ status }) => status),
          ['ok', 'ok', 'ok'],
          'the results',
        )
      }),
    ],
    ...Object.entries(STREAM_NETWORKS).map(([stream, networks]): [string, LineCheck] => [
      `stream: ${stream}, on ${networks.join(', ')}`,
      withSocket(async (socket) => {
        const frame = await answer(socket, { op: 'subscribe', subs: networks.map((network) => ({ network, address: UNREAD[network], stream })) })
        same(
          results(frame).map(({ status }) => status),
          networks.map(() => 'ok'),
          'the results',
        )
      }),
    ]),
  ]),
  ...section('docs/api/rest.md#limits', [
    [
      'dex_trades with ALL requires the firehose permission',
      withSocket(
        async (socket) => {
          const frame = await answer(socket, { op: 'subscribe', network: 'sol', address: 'ALL', stream: 'dex_trades' })
          same(
            results(frame).map(({ status, code }) => code ?? status),
            ['FORBIDDEN_FIREHOSE'],
            'the result',
          )
        },
        (subject) => ({ key: subject.readerKey }),
      ),
    ],
    [
      'and is taken with it',
      withSocket(async (socket) => {
        const frame = await answer(socket, { op: 'subscribe', network: 'sol', address: 'ALL', stream: 'dex_trades' })
        same(
          results(frame).map(({ status }) => status),
          ['ok'],
          'the result',
        )
      }),
    ],
    entryLine('ALL is for dex_trades only', { network: 'sol', address: 'ALL', stream: 'clusters' }, 'BAD_FIELD'),
  ]),
  ...section('docs/api/streams.md#connection', [
    [
      'ready: connection_id, server_time, heartbeat_ms, max_subscriptions',
      async (subject) => {
        const socket = await openSocket(subject.ws, { key: subject.key })
        record({ op: oneOf('ready'), connection_id: filled, server_time: isoMillis, heartbeat_ms: oneOf(15_000), max_subscriptions: oneOf(1_000) })(
          await socket.next(),
          'ready',
        )
        await socket.close()
      },
    ],
    [
      'also /ws',
      async (subject) => {
        const socket = await openSocket(`${subject.ws}ws`, { key: subject.key })
        same((await socket.next())['op'], 'ready', 'op')
        await socket.close()
      },
    ],
    [
      'the key as ?api-key=',
      async (subject) => {
        const socket = await openSocket(`${subject.ws}?api-key=${encodeURIComponent(subject.key)}`)
        same((await socket.next())['op'], 'ready', 'op')
        await socket.close()
      },
    ],
    ['no key: closed with 4401', async (subject) => same((await (await openSocket(subject.ws)).closed).code, 4401, 'the close code')],
    [
      'an unknown key: closed with 4401',
      async (subject) => same((await (await openSocket(subject.ws, { key: 'hs_wrong' })).closed).code, 4401, 'the close code'),
    ],
    ['a foreign Origin: 403', async (subject) => same(await refusedHandshake(subject.ws, { origin: 'https://evil.example' }), 403, 'the status')],
    ['a foreign Host: 403', async (subject) => same(await refusedHandshake(subject.ws, { headers: { host: 'evil.example' } }), 403, 'the status')],
    ['another path: 404', async (subject) => same(await refusedHandshake(`${subject.ws}stream`, {}), 404, 'the status')],
    [
      'its own Origin is taken',
      withSocket(
        async (socket) => same(await socket.settled(), [], 'what came'),
        (subject) => ({ origin: subject.url }),
      ),
    ],
    [
      'a frame above 64 KB: closed with 1009',
      withSocket(async (socket) => {
        socket.send({ op: 'ping', id: 'x'.repeat(70_000) })
        same((await socket.closed).code, 1009, 'the close code')
      }),
    ],
    [
      'protocol pings are answered',
      withSocket(async (socket) => {
        const pong = new Promise((resolve) => socket.ws.once('pong', resolve))
        socket.ws.ping()
        await pong
      }),
    ],
    [
      'a flood of frames: closed with 1008',
      withSocket(async (socket, subject) => {
        if (!subject.mayWrite) notApplicable('the suite floods no server of somebody else')
        for (let n = 0; n < 20_000 && socket.ws.readyState === socket.ws.OPEN; n++) socket.send({ op: 'list' })
        same((await socket.closed).code, 1008, 'the close code')
      }),
    ],
  ]),
]
