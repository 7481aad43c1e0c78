import { section, type LineCheck, type SpecLine } from '../line.ts'
import { count, filled, isoMillis, list, oneOf, record } from '../shape.ts'
import { hold, same } from '../verdict.ts'
import { answer, entryLine, EVM, results, sub, withSocket } from './socket-client.ts'

/** docs/api/streams.md: the frames and their codes. */

/** A frame that must be answered by an error, after which the socket goes on. */
const errorLine = (says: string, frame: unknown, code: string, id: unknown): [string, LineCheck] => [
  says,
  withSocket(async (socket) => {
    const got = await answer(socket, frame)
    record({ op: oneOf('error'), id: (value) => same(value, id, 'id'), code: oneOf(code), message: filled })(got, 'the error')
    same(await socket.settled(), [], 'what else came')
  }),
]

export const frameLines: readonly SpecLine[] = [
  ...section('docs/api/streams.md#frames', [
    [
      'id is echoed, text or number',
      withSocket(async (socket) => {
        for (const id of ['a', 7]) same((await answer(socket, { op: 'ping', id }))['id'], id, 'id')
      }),
    ],
    [
      'already_subscribed',
      withSocket(async (socket) => {
        await answer(socket, { op: 'subscribe', ...sub(1) })
        same(
          await answer(socket, { op: 'subscribe', ...sub(1), id: 1 }),
          { op: 'subscribed', id: 1, results: [{ ...sub(1), status: 'already_subscribed' }], active: 1 },
          'the answer',
        )
      }),
    ],
    [
      'unsubscribe, both forms',
      withSocket(async (socket) => {
        await answer(socket, { op: 'subscribe', subs: [sub(1), sub(2), sub(3)] })
        same(
          await answer(socket, { op: 'unsubscribe', ...sub(1), id: 'u' }),
          { op: 'unsubscribed', id: 'u', results: [{ ...sub(1), status: 'ok' }], active: 2 },
          'the answer',
        )
        const many = await answer(socket, { op: 'unsubscribe', subs: [sub(2), sub(3)] })
        same([results(many).map(({ status }) => status), many['active']], [['ok', 'ok'], 0], 'the answer')
      }),
    ],
    [
      'unsubscribe of what was not subscribed is no error of the frame',
      withSocket(async (socket) => {
        const frame = await answer(socket, { op: 'unsubscribe', ...sub(1) })
        same([frame['op'], results(frame).length, frame['active']], ['unsubscribed', 1, 0], 'the answer')
      }),
    ],
    [
      'unsubscribe_all',
      withSocket(async (socket) => {
        await answer(socket, { op: 'subscribe', subs: [sub(1), sub(2)] })
        const frame = await answer(socket, { op: 'unsubscribe_all', id: 'a' })
        same([frame['op'], frame['id'], frame['active']], ['unsubscribed', 'a', 0], 'the answer')
        same(await answer(socket, { op: 'list' }), { op: 'subscriptions', subs: [] }, 'the list after it')
      }),
    ],
    [
      'no subscriptions: an empty list of results',
      withSocket(async (socket) =>
        same(await answer(socket, { op: 'subscribe', subs: [] }), { op: 'subscribed', results: [], active: 0 }, 'the answer'),
      ),
    ],
    [
      'without an id the answer has none',
      withSocket(async (socket) => record({ op: oneOf('pong'), server_time: isoMillis })(await answer(socket, { op: 'ping' }), 'the answer')),
    ],
    [
      'list: subscriptions',
      withSocket(async (socket) => {
        await answer(socket, { op: 'subscribe', subs: [sub(1), sub(2)] })
        same(await answer(socket, { op: 'list' }), { op: 'subscriptions', subs: [sub(1), sub(2)] }, 'the answer')
      }),
    ],
    [
      'ping: pong with server_time',
      withSocket(async (socket) =>
        record({ op: oneOf('pong'), id: oneOf('p'), server_time: isoMillis })(await answer(socket, { op: 'ping', id: 'p' }), 'the answer'),
      ),
    ],
    [
      'addresses are answered in their normal form',
      withSocket(async (socket) => {
        const frame = await answer(socket, {
          op: 'subscribe',
          network: 'eth',
          address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
          stream: 'dex_trades',
        })
        same((frame['results'] as { address: string }[])[0]?.address, '0xdac17f958d2ee523a2206206994597c13d831ec7', 'address')
      }),
    ],
    [
      'results name network, address, stream, status',
      withSocket(async (socket) => {
        const frame = await answer(socket, { op: 'subscribe', subs: [sub(1)] })
        record({
          op: oneOf('subscribed'),
          results: list(record({ network: filled, address: filled, stream: filled, status: filled })),
          active: count,
        })(frame, 'the answer')
      }),
    ],
  ]),
  ...section('docs/api/streams.md#error-codes', [
    errorLine('BAD_JSON', '{"op":', 'BAD_JSON', null),
    [
      'BAD_JSON: a binary frame',
      withSocket(async (socket) => {
        socket.ws.send(Buffer.from('{"op":"ping"}'), { binary: true })
        same((await socket.next())['code'], 'BAD_JSON', 'the code')
      }),
    ],
    errorLine('BAD_OP: unknown', { op: 'dance', id: 'd' }, 'BAD_OP', 'd'),
    errorLine('BAD_OP: none', { id: 3 }, 'BAD_OP', 3),
    errorLine('BAD_OP: no object', '[]', 'BAD_OP', null),
    errorLine('BAD_FIELD: subs that are no list', { op: 'subscribe', subs: 'all', id: 4 }, 'BAD_FIELD', 4),
    entryLine('BAD_FIELD: one bad entry does not fail the others', { network: 'eth', stream: 'dex_trades' }, 'BAD_FIELD'),
    entryLine('BAD_FIELD: an entry that is no object', 5, 'BAD_FIELD'),
    entryLine(
      'BAD_FIELD: a wrong EIP-55 checksum',
      { network: 'eth', address: '0xdac17F958D2ee523a2206206994597C13D831ec7', stream: 'clusters' },
      'BAD_FIELD',
    ),
    entryLine('BAD_FIELD: a wallet where a token is meant', { network: 'sui', address: `0x${'e'.repeat(64)}`, stream: 'clusters' }, 'BAD_FIELD'),
    entryLine('BAD_FIELD: an address of no network', { network: 'eth', address: 'hello', stream: 'clusters' }, 'BAD_FIELD'),
    entryLine('UNKNOWN_STREAM', { network: 'eth', address: EVM(9), stream: 'dreams' }, 'UNKNOWN_STREAM'),
    entryLine('UNSUPPORTED_NETWORK: beyond the five', { network: 'doge', address: EVM(9), stream: 'clusters' }, 'UNSUPPORTED_NETWORK'),
    entryLine('UNSUPPORTED_NETWORK: a stream that the network lacks', { network: 'eth', address: EVM(9), stream: 'snipers' }, 'UNSUPPORTED_NETWORK'),
    entryLine('FORBIDDEN_FIREHOSE', { network: 'sol', address: 'ALL', stream: 'dex_trades' }, 'FORBIDDEN_FIREHOSE', (subject) => ({
      key: subject.readerKey,
    })),
    [
      'SUB_LIMIT: the 1,001st',
      withSocket(async (socket) => {
        for (let from = 0; from < 1_000; from += 250)
          await answer(socket, { op: 'subscribe', subs: Array.from({ length: 250 }, (_, n) => sub(from + n)) })
        const frame = await answer(socket, { op: 'subscribe', ...sub(1_000) })
        const [result] = results(frame)
        hold(
          result?.code === 'SUB_LIMIT' && frame['active'] === 1_000,
          `the answer should be SUB_LIMIT at 1,000, and is ${JSON.stringify(frame).slice(0, 200)}`,
        )
      }),
    ],
  ]),
]
