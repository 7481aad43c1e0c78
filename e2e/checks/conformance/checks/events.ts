import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { count, nonEmptyText, isoMillis, list, number, oneOf, orNull, percent, record, type Shape } from '../shape.ts'
import type { Frame } from '../../../../src-main/server/testing/frame-socket.ts'
import { FULL_NETWORKS, metricsPath, NETWORKS, tokenPath, type Network, type Subject } from '../subject.ts'
import { assertThat, skip, assertEqual } from '../assertions.ts'
import { cluster } from './records.ts'
import { cachedReplay, readStoredTrades, signatures, trades, withSubscriptions, type Wanted } from './subscriptions.ts'
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

const readInitialState = async (subject: Subject, wanted: Wanted): Promise<Frame> =>
  withSubscriptions(subject, [wanted], async (socket) => (await socket.until((frame) => frame['op'] === 'event')).at(-1) ?? {})

const initialStateCheck =
  (stream: string, networks: readonly Network[], look: (event: Frame, network: Network, subject: Subject) => void | Promise<void>): CheckFunction =>
  async (subject) => {
    for (const { network, token } of subject.tokensOn(networks))
      await look(await readInitialState(subject, { network, address: token, stream }), network, subject)
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
