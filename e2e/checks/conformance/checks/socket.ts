import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { count, nonEmptyText, isoMillis, oneOf, orNull, record } from '../shape.ts'
import { openSocket, refusedHandshake, type FrameSocket } from '../../../../src-main/server/testing/frame-socket.ts'
import { FULL_NETWORKS, NETWORKS, UNREAD_TOKENS, type Network, type Subject } from '../subject.ts'
import { skip, assertEqual } from '../assertions.ts'
import { request, rejectedEntry, results, subscription, withSocket } from './socket-client.ts'

/** docs/api/streams.md#subscribing, #connection and #limits. */

/** Every stream with its networks (docs/api/streams.md#streams). */
const STREAM_NETWORKS: Readonly<Record<string, readonly Network[]>> = {
  dex_trades: NETWORKS,
  scanner: NETWORKS,
  clusters: NETWORKS,
  dex_metrics: NETWORKS,
  insiders: FULL_NETWORKS,
  bundlers: FULL_NETWORKS,
  snipers: FULL_NETWORKS,
}

function coveredAlone(what: string, of: (subject: Subject) => { readonly network: string; readonly address: string }): [string, CheckFunction] {
  const check = async (socket: FrameSocket, subject: Subject): Promise<void> => {
    const { network, address } = of(subject)
    await request(socket, { op: 'subscribe', id: 'alone', network, address, stream: 'dex_trades' })
    const answer = (await socket.until(({ op }) => op === 'ack' || op === 'error')).at(-1) ?? {}
    const fields = answer['op'] === 'ack' ? { token_address: orNull(nonEmptyText), from_block: count } : { code: nonEmptyText, message: nonEmptyText }
    const subscribed = record({ network: oneOf(network), address: oneOf(address), stream: oneOf('dex_trades') })
    record({ op: oneOf('ack', 'error'), id: oneOf('alone'), subscription: subscribed, ...fields })(answer, 'the answer')
  }
  return [`dex_trades of ${what}, alone: covered by an ack, or refused in a sentence`, withSocket(check, () => ({ coverage: true }))]
}

export const socketChecks: readonly ContractCheck[] = [
  ...section('docs/api/streams.md#subscribing', [
    [
      'one: op, network, address, stream',
      withSocket(async (socket) => {
        assertEqual(
          await request(socket, { op: 'subscribe', ...subscription(1) }),
          { op: 'subscribed', results: [{ ...subscription(1), status: 'ok' }], active: 1 },
          'the answer',
        )
      }),
    ],
    [
      'many: op and subs',
      withSocket(async (socket) => {
        const frame = await request(socket, { op: 'subscribe', subs: [subscription(1), subscription(2), subscription(3, 'clusters')] })
        assertEqual(
          results(frame).map(({ status }) => status),
          ['ok', 'ok', 'ok'],
          'the results',
        )
      }),
    ],
    ...Object.entries(STREAM_NETWORKS).map(([stream, networks]): [string, CheckFunction] => [
      `stream: ${stream}, on ${networks.join(', ')}`,
      withSocket(async (socket) => {
        const frame = await request(socket, {
          op: 'subscribe',
          subs: networks.map((network) => ({ network, address: UNREAD_TOKENS[network], stream })),
        })
        assertEqual(
          results(frame).map(({ status }) => status),
          networks.map(() => 'ok'),
          'the results',
        )
      }),
    ]),
  ]),
  ...section('docs/api/streams.md#coverage', [
    coveredAlone('an address that was never read', () => subscription(1)),
    coveredAlone('a token', ({ traded: { network, token } }) => ({ network, address: token })),
    coveredAlone('a pool', ({ traded: { network, pool } }) => ({ network, address: pool ?? skip('no trade names its pool') })),
    coveredAlone('a wallet', ({ traded: { network, signer } }) => ({ network, address: signer })),
    ...NETWORKS.map((network) => coveredAlone(`ALL on ${network}`, () => ({ network, address: 'ALL' }))),
  ]),
  ...section('docs/api/rest.md#limits', [
    [
      'dex_trades with ALL requires the firehose permission',
      withSocket(
        async (socket) => {
          const frame = await request(socket, { op: 'subscribe', network: 'sol', address: 'ALL', stream: 'dex_trades' })
          assertEqual(
            results(frame).map(({ status, code }) => code ?? status),
            ['FORBIDDEN_FIREHOSE'],
            'the result',
          )
        },
        (subject) => ({ key: subject.readerKey }),
      ),
    ],
    [
      'dex_trades with ALL is accepted with the firehose permission',
      withSocket(async (socket) => {
        const frame = await request(socket, { op: 'subscribe', network: 'sol', address: 'ALL', stream: 'dex_trades' })
        assertEqual(
          results(frame).map(({ status }) => status),
          ['ok'],
          'the result',
        )
      }),
    ],
    rejectedEntry('ALL is for dex_trades only', { network: 'sol', address: 'ALL', stream: 'clusters' }, 'BAD_FIELD'),
  ]),
  ...section('docs/api/streams.md#connection', [
    [
      'ready: connection_id, server_time, heartbeat_ms, max_subscriptions',
      async (subject) => {
        const socket = await openSocket(subject.ws, { key: subject.key })
        record({
          op: oneOf('ready'),
          connection_id: nonEmptyText,
          server_time: isoMillis,
          heartbeat_ms: oneOf(15_000),
          max_subscriptions: oneOf(1_000),
        })(await socket.next(), 'ready')
        await socket.close()
      },
    ],
    [
      'also /ws',
      async (subject) => {
        const socket = await openSocket(`${subject.ws}ws`, { key: subject.key })
        assertEqual((await socket.next())['op'], 'ready', 'op')
        await socket.close()
      },
    ],
    [
      'the key as ?api-key=',
      async (subject) => {
        const socket = await openSocket(`${subject.ws}?api-key=${encodeURIComponent(subject.key)}`)
        assertEqual((await socket.next())['op'], 'ready', 'op')
        await socket.close()
      },
    ],
    ['no key: closed with 4401', async (subject) => assertEqual((await (await openSocket(subject.ws)).closed).code, 4401, 'the close code')],
    [
      'an unknown key: closed with 4401',
      async (subject) => assertEqual((await (await openSocket(subject.ws, { key: 'hs_wrong' })).closed).code, 4401, 'the close code'),
    ],
    [
      'a foreign Origin: 403',
      async (subject) => assertEqual(await refusedHandshake(subject.ws, { origin: 'https://evil.example' }), 403, 'the status'),
    ],
    [
      'a foreign Host: 403',
      async (subject) => assertEqual(await refusedHandshake(subject.ws, { headers: { host: 'evil.example' } }), 403, 'the status'),
    ],
    ['another path: 404', async (subject) => assertEqual(await refusedHandshake(`${subject.ws}stream`, {}), 404, 'the status')],
    [
      'its own Origin is accepted',
      withSocket(
        async (socket) => assertEqual(await socket.settled(), [], 'what came'),
        (subject) => ({ origin: subject.url }),
      ),
    ],
    [
      'a frame above 64 KB: closed with 1009',
      withSocket(async (socket) => {
        socket.send({ op: 'ping', id: 'x'.repeat(70_000) })
        assertEqual((await socket.closed).code, 1009, 'the close code')
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
        if (!subject.mayWrite) skip('the suite does not flood a server without --write')
        for (let n = 0; n < 20_000 && socket.ws.readyState === socket.ws.OPEN; n++) socket.send({ op: 'list' })
        assertEqual((await socket.closed).code, 1008, 'the close code')
      }),
    ],
  ]),
]
