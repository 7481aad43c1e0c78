import { setTimeout as delay } from 'node:timers/promises'
import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { count, nonEmptyText, isoMillis, list, number, oneOf, orNull, percent, record, type Shape } from '../shape.ts'
import type { Frame, FrameSocket } from '../../../../src-main/server/testing/frame-socket.ts'
import { FULL_NETWORKS, metricsPath, NETWORKS, tokenPath, type Network, type Subject } from '../subject.ts'
import { assertThat, skip, assertEqual } from '../assertions.ts'
import { cluster } from './records.ts'
import { trade, tradeFields } from './trades.ts'

/** docs/api/streams.md#streams and #envelope, tested by replaying stored trades. */

const ENVELOPE: Readonly<Record<string, Shape>> = {
  op: oneOf('event'),
  network: oneOf(...NETWORKS),
  address: nonEmptyText,
  stream: nonEmptyText,
  timestamp: isoMillis,
  data: (value, at) => oneOf('object')(typeof value, at),
  seq: count,
}

/** Streams that send their current state on subscription, with their documented payloads. */
const STATES: Readonly<Record<string, { readonly networks: readonly Network[]; readonly data: Shape }>> = {
  clusters: { networks: NETWORKS, data: record({ total_supply: number, total_cluster_pct: percent, clusters: list(record(cluster)) }) },
  insiders: { networks: FULL_NETWORKS, data: record({ insiders_pct: percent, dev_pct: percent }) },
  bundlers: { networks: FULL_NETWORKS, data: record({ bundlers_pct: percent }) },
  snipers: { networks: FULL_NETWORKS, data: record({ snipers_pct: percent }) },
  dex_metrics: {
    networks: NETWORKS,
    data: record({
      total_supply: number,
      cluster_pct: percent,
      snipers_pct: percent,
      bundlers_pct: percent,
      dev_pct: percent,
      insiders_pct: percent,
      top10_pct: percent,
      gini: number,
      hhi: number,
      nakamoto: count,
      top_10_holder_concentration: percent,
      holder_count: orNull(count),
    }),
  },
}

interface Wanted {
  readonly network: Network
  readonly address: string
  readonly stream: string
  readonly since?: unknown
}

/** Opens a socket, subscribes and passes the socket to `work`. */
async function withSubscriptions<T>(subject: Subject, subs: readonly Wanted[], work: (socket: FrameSocket) => Promise<T>): Promise<T> {
  const socket = await subject.socket()
  try {
    socket.send({ op: 'subscribe', subs })
    const answer = (await socket.until((frame) => frame['op'] === 'subscribed')).at(-1)
    for (const result of (answer?.['results'] ?? []) as { status: string }[]) assertEqual(result.status, 'ok', 'the status of a subscription')
    return await work(socket)
  } finally {
    await socket.close()
  }
}

const readInitialState = async (subject: Subject, wanted: Wanted): Promise<Frame> =>
  withSubscriptions(subject, [wanted], async (socket) => (await socket.until((frame) => frame['op'] === 'event')).at(-1) ?? {})

const initialStateCheck =
  (stream: string, networks: readonly Network[], look: (event: Frame, network: Network, subject: Subject) => void | Promise<void>): CheckFunction =>
  async (subject) => {
    for (const { network, token } of subject.tokensOn(networks))
      await look(await readInitialState(subject, { network, address: token, stream }), network, subject)
  }

/** The first events of a subscription that begins in the past. */
const readMissed = (subject: Subject, wanted: Wanted, most: number): Promise<Frame[]> =>
  withSubscriptions(subject, [wanted], async (socket) => {
    const events: Frame[] = []
    while (events.length < most) events.push(...(await socket.until((frame) => frame['op'] === 'event')).filter((frame) => frame['op'] === 'event'))
    return events
  })

const LOOK_EVERY_MS = 50
const recorded = new WeakMap<Subject, Map<string, Promise<Frame[]>>>()

/** Events of these subscriptions during a replay of the stored trades. Checks with the same subscriptions share one replay. */
function cachedReplay(subject: Subject, subs: readonly Wanted[]): Promise<Frame[]> {
  const runs = recorded.get(subject) ?? new Map<string, Promise<Frame[]>>()
  recorded.set(subject, runs)
  const key = JSON.stringify(subs)
  const run = runs.get(key) ?? replay(subject, subs)
  runs.set(key, run)
  return run
}

async function replay(subject: Subject, subs: readonly Wanted[]): Promise<Frame[]> {
  const { network, token } = subject.traded
  const path = tokenPath('/local/v1', network, token, '/replay')
  const all = (await readStoredTrades(subject, `token=${encodeURIComponent(token)}`)).length
  return withSubscriptions(subject, subs, async (socket) => {
    const started = await subject.post(path, { speed: 1000 })
    if (started.status !== 200) skip(`the server cannot replay (${started.status})`)
    for (;;) {
      const { playing, sent } = JSON.parse((await subject.request(path)).body.toString('utf8')) as { playing: boolean; sent: number }
      if (!playing || sent >= all) break
      await delay(LOOK_EVERY_MS)
    }
    // Snapshots may be hours after the last trade. The checks need trades only.
    await subject.post(path, { speed: null })
    return (await socket.settled()).filter((frame) => frame['op'] === 'event')
  })
}

const trades = (subject: Subject, address: string): Wanted => ({ network: subject.traded.network, address, stream: 'dex_trades' })
const signatures = (events: readonly Frame[]): string[] => events.map((event) => JSON.stringify(event['data']))
const readStoredTrades = async (subject: Subject, filter: string): Promise<string[]> => {
  const { network } = subject.traded
  const { body } = await subject.get(`/local/v1/${network}/trades?${filter}&sort=asc`)
  return body
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .filter((row) => row !== '')
}

export const eventChecks: readonly ContractCheck[] = [
  ...section('docs/api/streams.md#envelope', [
    ...Object.entries(ENVELOPE).map(([name, shape]): [string, CheckFunction] => [
      name,
      async (subject) => {
        const events = await cachedReplay(subject, [trades(subject, subject.traded.token)])
        assertThat(events.length > 0, 'the replay should send events')
        for (const event of events) shape(event[name], name)
      },
    ]),
    [
      'no other field',
      async (subject) => {
        for (const event of await cachedReplay(subject, [trades(subject, subject.traded.token)])) record(ENVELOPE)(event, 'the event')
      },
    ],
    [
      'address is the subscribed address',
      async (subject) => {
        for (const event of await cachedReplay(subject, [trades(subject, subject.traded.token)]))
          assertEqual(event['address'], subject.traded.token, 'address')
      },
    ],
  ]),
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
  ...section('docs/api/streams.md#streams (dex_trades)', [
    ...Object.entries(tradeFields).map(([name, shape]): [string, CheckFunction] => [
      `data.${name}`,
      async (subject) => {
        for (const event of await cachedReplay(subject, [trades(subject, subject.traded.token)]))
          shape((event['data'] as Record<string, unknown>)[name], name)
      },
    ]),
    [
      'a token address delivers its trades across all pools: each once and in the order of the history',
      async (subject) => {
        const events = await cachedReplay(subject, [trades(subject, subject.traded.token)])
        for (const event of events) trade(event['data'], 'data')
        assertEqual(signatures(events), await readStoredTrades(subject, `token=${encodeURIComponent(subject.traded.token)}`), 'the trades')
      },
    ],
    [
      'a pool address delivers the trades of the pool',
      async (subject) => {
        const pool = subject.traded.pool ?? skip('no trade names its pool')
        const events = await cachedReplay(subject, [trades(subject, pool)])
        assertThat(events.length > 0, 'there should be events')
        assertThat(
          events.every((event) => (event['data'] as { pool_address: string }).pool_address === pool),
          'every event should be of the pool',
        )
      },
    ],
    [
      'a wallet address delivers the trades of the wallet',
      async (subject) => {
        const { signer } = subject.traded
        const events = await cachedReplay(subject, [trades(subject, signer)])
        const names = events.map((event) => event['data'] as { signer: string; receiver: string | null })
        assertThat(names.length > 0 && names.every((row) => row.signer === signer || row.receiver === signer), 'every event should name the wallet')
      },
    ],
    [
      'ALL delivers every trade of the network',
      async (subject) => {
        const events = await cachedReplay(subject, [trades(subject, 'ALL')])
        assertEqual(signatures(events), await readStoredTrades(subject, `token=${encodeURIComponent(subject.traded.token)}`), 'the trades')
        assertThat(
          events.every((event) => event['address'] === 'ALL'),
          'the address should be ALL',
        )
      },
    ],
    [
      'once per matching subscription: token, pool and ALL each have their own event of a trade',
      async (subject) => {
        const { token, pool } = subject.traded
        const events = await cachedReplay(subject, [
          trades(subject, token),
          trades(subject, 'ALL'),
          ...(pool === null ? [] : [trades(subject, pool)]),
        ])
        const seen = events.map((event) => `${String(event['address'])} ${JSON.stringify(event['data'])}`)
        assertEqual(new Set(seen).size, seen.length, 'different events')
      },
    ],
  ]),
  ...Object.entries(STATES).flatMap(([stream, { networks, data }]) =>
    section(`docs/api/streams.md#streams (${stream})`, [
      ...networks.map((network): [string, CheckFunction] => [
        `on ${network}: the current state on subscription`,
        initialStateCheck(stream, [network], (event) => data(event['data'], `${network}: data`)),
      ]),
    ]),
  ),
  ...section('docs/api/streams.md#streams', [
    [
      'clusters: the response of the endpoint with total_supply added',
      initialStateCheck('clusters', NETWORKS, async (event, network, subject) => {
        const { total_supply, ...rest } = event['data'] as Record<string, unknown>
        number(total_supply, 'total_supply')
        assertEqual(rest, await subject.json(metricsPath(network, subject.token(network), '/clusters')), 'the clusters')
      }),
    ],
    [
      'insiders, bundlers, snipers: the fields of dex_metrics',
      async (subject) => {
        const address = subject.token('sol')
        const parent = (await readInitialState(subject, { network: 'sol', address, stream: 'dex_metrics' }))['data'] as Record<string, unknown>
        for (const stream of ['insiders', 'bundlers', 'snipers']) {
          const own = (await readInitialState(subject, { network: 'sol', address, stream }))['data'] as Record<string, unknown>
          for (const [name, value] of Object.entries(own)) assertEqual(value, parent[name], name)
        }
      },
    ],
    [
      'dex_metrics: the figures of overview and distribution',
      async (subject) => {
        const address = subject.token('sol')
        const data = (await readInitialState(subject, { network: 'sol', address, stream: 'dex_metrics' }))['data'] as Record<string, unknown>
        const records = {
          ...(await subject.json<object>(metricsPath('sol', address))),
          ...(await subject.json<object>(metricsPath('sol', address, '/distribution'))),
        }
        for (const [name, value] of Object.entries(records)) assertEqual(data[name], value, name)
      },
    ],
    [
      'scanner: identical to the Scan report',
      async (subject) => {
        for (const { network, token: address } of subject.tokensOn(NETWORKS)) {
          const path = tokenPath('/scanner/v1/tokens', network, address)
          if ((await subject.request(path)).status !== 200) continue
          const event = await readInitialState(subject, { network, address, stream: 'scanner' })
          const { body } = await subject.request(path)
          assertEqual(event['data'], JSON.parse(body.toString('utf8')), 'the scan')
          return
        }
        skip('the server has no scan')
      },
    ],
  ]),
]
