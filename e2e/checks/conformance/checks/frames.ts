import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { count, nonEmptyText, isoMillis, list, oneOf, record } from '../shape.ts'
import { assertThat, assertEqual } from '../assertions.ts'
import { request, rejectedEntry, evmAddress, results, subscription, withSocket } from './socket-client.ts'

/** docs/api/streams.md: the frames and their codes. */

/** A frame that must be answered with an error and leave the socket open. */
const errorCheck = (title: string, frame: unknown, code: string, id: unknown): [string, CheckFunction] => [
  title,
  withSocket(async (socket) => {
    const got = await request(socket, frame)
    record({ op: oneOf('error'), id: (value) => assertEqual(value, id, 'id'), code: oneOf(code), message: nonEmptyText })(got, 'the error')
    assertEqual(await socket.settled(), [], 'what else came')
  }),
]

export const frameChecks: readonly ContractCheck[] = [
  ...section('docs/api/streams.md#frames', [
    [
      'id is echoed, text or number',
      withSocket(async (socket) => {
        for (const id of ['a', 7]) assertEqual((await request(socket, { op: 'ping', id }))['id'], id, 'id')
      }),
    ],
    [
      'already_subscribed',
      withSocket(async (socket) => {
        await request(socket, { op: 'subscribe', ...subscription(1) })
        assertEqual(
          await request(socket, { op: 'subscribe', ...subscription(1), id: 1 }),
          { op: 'subscribed', id: 1, results: [{ ...subscription(1), status: 'already_subscribed' }], active: 1 },
          'the answer',
        )
      }),
    ],
    [
      'unsubscribe, both forms',
      withSocket(async (socket) => {
        await request(socket, { op: 'subscribe', subs: [subscription(1), subscription(2), subscription(3)] })
        assertEqual(
          await request(socket, { op: 'unsubscribe', ...subscription(1), id: 'u' }),
          { op: 'unsubscribed', id: 'u', results: [{ ...subscription(1), status: 'ok' }], active: 2 },
          'the answer',
        )
        const many = await request(socket, { op: 'unsubscribe', subs: [subscription(2), subscription(3)] })
        assertEqual([results(many).map(({ status }) => status), many['active']], [['ok', 'ok'], 0], 'the answer')
      }),
    ],
    [
      'unsubscribe of an unknown subscription does not fail the frame',
      withSocket(async (socket) => {
        const frame = await request(socket, { op: 'unsubscribe', ...subscription(1) })
        assertEqual([frame['op'], results(frame).length, frame['active']], ['unsubscribed', 1, 0], 'the answer')
      }),
    ],
    [
      'unsubscribe_all',
      withSocket(async (socket) => {
        await request(socket, { op: 'subscribe', subs: [subscription(1), subscription(2)] })
        const frame = await request(socket, { op: 'unsubscribe_all', id: 'a' })
        assertEqual([frame['op'], frame['id'], frame['active']], ['unsubscribed', 'a', 0], 'the answer')
        assertEqual(await request(socket, { op: 'list' }), { op: 'subscriptions', subs: [] }, 'the list after it')
      }),
    ],
    [
      'no subscriptions: an empty list of results',
      withSocket(async (socket) =>
        assertEqual(await request(socket, { op: 'subscribe', subs: [] }), { op: 'subscribed', results: [], active: 0 }, 'the answer'),
      ),
    ],
    [
      'a frame without id is answered without id',
      withSocket(async (socket) => record({ op: oneOf('pong'), server_time: isoMillis })(await request(socket, { op: 'ping' }), 'the answer')),
    ],
    [
      'list: subscriptions',
      withSocket(async (socket) => {
        await request(socket, { op: 'subscribe', subs: [subscription(1), subscription(2)] })
        assertEqual(await request(socket, { op: 'list' }), { op: 'subscriptions', subs: [subscription(1), subscription(2)] }, 'the answer')
      }),
    ],
    [
      'ping: pong with server_time',
      withSocket(async (socket) =>
        record({ op: oneOf('pong'), id: oneOf('p'), server_time: isoMillis })(await request(socket, { op: 'ping', id: 'p' }), 'the answer'),
      ),
    ],
    [
      'addresses are normalised in the response',
      withSocket(async (socket) => {
        const frame = await request(socket, {
          op: 'subscribe',
          network: 'eth',
          address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
          stream: 'dex_trades',
        })
        assertEqual((frame['results'] as { address: string }[])[0]?.address, '0xdac17f958d2ee523a2206206994597c13d831ec7', 'address')
      }),
    ],
    [
      'results name network, address, stream, status',
      withSocket(async (socket) => {
        const frame = await request(socket, { op: 'subscribe', subs: [subscription(1)] })
        record({
          op: oneOf('subscribed'),
          results: list(record({ network: nonEmptyText, address: nonEmptyText, stream: nonEmptyText, status: nonEmptyText })),
          active: count,
        })(frame, 'the answer')
      }),
    ],
  ]),
  ...section('docs/api/streams.md#error-codes', [
    errorCheck('BAD_JSON', '{"op":', 'BAD_JSON', null),
    [
      'a binary frame is read like text',
      withSocket(async (socket) => {
        socket.ws.send(Buffer.from('{"op":"ping"}'), { binary: true })
        assertEqual((await socket.next())['op'], 'pong', 'the op')
        socket.ws.send(Buffer.from([0xff, 0xfe, 0x00]), { binary: true })
        assertEqual((await socket.next())['code'], 'BAD_JSON', 'the code')
      }),
    ],
    errorCheck('BAD_OP: unknown', { op: 'dance', id: 'd' }, 'BAD_OP', 'd'),
    errorCheck('BAD_OP: none', { id: 3 }, 'BAD_OP', 3),
    errorCheck('BAD_OP: not an object', '[]', 'BAD_OP', null),
    errorCheck('BAD_FIELD: subs is not a list', { op: 'subscribe', subs: 'all', id: 4 }, 'BAD_FIELD', 4),
    rejectedEntry('BAD_FIELD: one bad entry does not fail the others', { network: 'eth', stream: 'dex_trades' }, 'BAD_FIELD'),
    rejectedEntry('BAD_FIELD: an entry that is not an object', 5, 'BAD_FIELD'),
    rejectedEntry(
      'BAD_FIELD: a wrong EIP-55 checksum',
      { network: 'eth', address: '0xdac17F958D2ee523a2206206994597C13D831ec7', stream: 'clusters' },
      'BAD_FIELD',
    ),
    rejectedEntry('BAD_FIELD: a wallet in place of a token', { network: 'sui', address: `0x${'e'.repeat(64)}`, stream: 'clusters' }, 'BAD_FIELD'),
    rejectedEntry('BAD_FIELD: a malformed address', { network: 'eth', address: 'hello', stream: 'clusters' }, 'BAD_FIELD'),
    rejectedEntry('UNKNOWN_STREAM', { network: 'eth', address: evmAddress(9), stream: 'dreams' }, 'UNKNOWN_STREAM'),
    rejectedEntry('UNSUPPORTED_NETWORK: an unknown network', { network: 'doge', address: evmAddress(9), stream: 'clusters' }, 'UNSUPPORTED_NETWORK'),
    rejectedEntry(
      'UNSUPPORTED_NETWORK: a stream that the network does not have',
      { network: 'eth', address: evmAddress(9), stream: 'snipers' },
      'UNSUPPORTED_NETWORK',
    ),
    rejectedEntry('FORBIDDEN_FIREHOSE', { network: 'sol', address: 'ALL', stream: 'dex_trades' }, 'FORBIDDEN_FIREHOSE', (subject) => ({
      key: subject.readerKey,
    })),
    [
      'SUB_LIMIT: the 1,001st',
      withSocket(async (socket) => {
        for (let from = 0; from < 1_000; from += 250)
          await request(socket, { op: 'subscribe', subs: Array.from({ length: 250 }, (_, n) => subscription(from + n)) })
        const frame = await request(socket, { op: 'subscribe', ...subscription(1_000) })
        const [result] = results(frame)
        assertThat(
          result?.code === 'SUB_LIMIT' && frame['active'] === 1_000,
          `the answer should be SUB_LIMIT at 1,000, but is ${JSON.stringify(frame).slice(0, 200)}`,
        )
      }),
    ],
  ]),
]
