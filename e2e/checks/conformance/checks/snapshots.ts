import { createHash } from 'node:crypto'
import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { count, nonEmptyText, boolean, list, number, oneOf, orNull, percent, record, text, integer, type Shape } from '../shape.ts'
import { atlasPath, NETWORKS, type Network, type Subject } from '../subject.ts'
import { assertDescending, assertThat, assertClose, skip, assertEqual } from '../assertions.ts'
import { LABELS } from './records.ts'

/** docs/api/records.md#snapshot, checked on the newest snapshot of every token of the server. */

const link = record({
  source: nonEmptyText,
  target: nonEmptyText,
  kind: oneOf('transfer', 'funding', 'same_tx', 'same_block'),
  token: nonEmptyText,
  forward: number,
  backward: number,
  forward_count: orNull(count),
  backward_count: orNull(count),
  first_time: orNull(count),
  last_time: orNull(count),
  evidence: list(nonEmptyText),
})
const node = record({
  address: nonEmptyText,
  label: orNull(text),
  tags: list(oneOf(...LABELS), 1),
  balance: number,
  balance_usd: orNull(number),
  percentage: percent,
  rank: orNull(count),
  is_holder: boolean,
  degree_in: count,
  degree_out: count,
  first_seen: orNull(count),
  cluster: orNull(count),
})
const FIELDS: Readonly<Record<string, Shape>> = {
  network: oneOf(...NETWORKS),
  token_address: nonEmptyText,
  timestamp: count,
  token_metadata: record({
    address: nonEmptyText,
    name: text,
    symbol: text,
    logo: orNull(text),
    decimals: count,
    total_supply: number,
    holder_count: orNull(count),
    creator: orNull(nonEmptyText),
    created_at: orNull(count),
  }),
  currency: record({
    native: record({ symbol: nonEmptyText, price_usd: orNull(number) }),
    token: record({ price_usd: orNull(number) }),
    as_of: integer,
  }),
  nodes: list(node, 1),
  links: list(link),
  token_links: list(record({ token: record({ address: nonEmptyText, symbol: orNull(text), name: orNull(text) }), links: list(link) })),
  categories: list(record({ name: text, size_pct: percent, addresses: list(nonEmptyText) })),
}

/** Timestamps in milliseconds exceed this since 1973. Timestamps in seconds stay below it until the year 5138. */
const MILLISECONDS_FROM = 100_000_000_000

interface Snapshot {
  readonly network: Network
  readonly token_address: string
  readonly timestamp: number
  readonly token_metadata: { readonly total_supply: number }
  readonly nodes: readonly {
    address: string
    balance: number
    percentage: number
    is_holder: boolean
    degree_in: number
    degree_out: number
    rank: number | null
  }[]
  readonly links: readonly { source: string; target: string; evidence: unknown[] }[]
}

async function readNewestSnapshots(subject: Subject): Promise<Snapshot[]> {
  const found: Snapshot[] = []
  for (const { network, token } of subject.tokensOn(NETWORKS)) {
    const path = atlasPath(network, token, '/snapshots/latest')
    if ((await subject.get(path)).status === 200) found.push(await subject.json<Snapshot>(path))
  }
  return found.length === 0 ? skip('no token of the server has a snapshot') : found
}

const each =
  (look: (snapshot: Snapshot, subject: Subject) => void | Promise<void>): CheckFunction =>
  async (subject) => {
    for (const snapshot of await readNewestSnapshots(subject)) await look(snapshot, subject)
  }

export const snapshotChecks: readonly ContractCheck[] = section('docs/api/records.md#snapshot', [
  ...Object.entries(FIELDS).map(([name, shape]): [string, CheckFunction] => [
    name,
    each((snapshot) => shape((snapshot as unknown as Record<string, unknown>)[name], `${snapshot.network}: ${name}`)),
  ]),
  ['no other field', each((snapshot) => record(FIELDS)(snapshot, snapshot.network))],
  [
    'nodes: percentage descending, non-holders last',
    each(({ nodes }) => {
      const holders = nodes.filter((row) => row.is_holder)
      assertDescending(
        holders.map((row) => row.percentage),
        'percentage',
      )
      assertEqual(
        nodes.map((row) => row.is_holder),
        [...holders.map(() => true), ...nodes.filter((row) => !row.is_holder).map(() => false)],
        'the order of holders and others',
      )
    }),
  ],
  [
    'balance: in token units, of which percentage is the percent of total supply',
    each(({ nodes, token_metadata: { total_supply } }) => {
      for (const { balance, percentage } of nodes) assertClose(percentage, (balance / total_supply) * 100, 'percentage')
    }),
  ],
  [
    'rank: from 1 for holders, null for the others',
    each(({ nodes }) => {
      const ranks = nodes.filter((row) => row.is_holder).map((row) => row.rank)
      assertEqual(
        ranks,
        ranks.map((_, index) => index + 1),
        'the ranks',
      )
      assertThat(
        nodes.every((row) => row.is_holder || row.rank === null),
        'a wallet without a balance should have no rank',
      )
    }),
  ],
  ['timestamp: Unix seconds', each(({ timestamp }) => assertThat(timestamp < MILLISECONDS_FROM, `${timestamp} should be in seconds`))],
  [
    'every link joins two nodes',
    each(({ nodes, links }) => {
      const known = new Set(nodes.map(({ address }) => address))
      assertThat(
        links.every(({ source, target }) => known.has(source) && known.has(target)),
        'both ends of a link should be nodes',
      )
    }),
  ],
  [
    'evidence: up to 5 transaction ids',
    each(({ links }) =>
      assertThat(
        links.every(({ evidence }) => evidence.length <= 5),
        'a link should have at most 5',
      ),
    ),
  ],
  [
    'each node is listed once',
    each(({ nodes }) => assertEqual(new Set(nodes.map(({ address }) => address)).size, nodes.length, 'different addresses')),
  ],
  [
    'snapshots lists integers in ascending order, this one among them',
    each(async (snapshot, subject) => {
      const { snapshots } = await subject.json<{ snapshots: number[] }>(atlasPath(snapshot.network, snapshot.token_address, '/snapshots'))
      assertEqual(
        snapshots,
        [...new Set(snapshots)].toSorted((a, b) => a - b),
        'the list',
      )
      assertThat(snapshots.includes(snapshot.timestamp), 'the list should have this timestamp')
    }),
  ],
  [
    'immutable: latest and by timestamp are the same bytes',
    each(async ({ network, token_address, timestamp }, subject) => {
      const latest = await subject.request(atlasPath(network, token_address, '/snapshots/latest'))
      const byTime = await subject.request(atlasPath(network, token_address, `/snapshots/${timestamp}`))
      assertThat(latest.body.equals(byTime.body), 'the bytes differ')
    }),
  ],
  [
    '/bubblemaps/v1 answers as /atlas/v1',
    each(async ({ network, token_address, timestamp }, subject) => {
      for (const rest of ['/snapshots', '/snapshots/latest', `/snapshots/${timestamp}`]) {
        const path = atlasPath(network, token_address, rest)
        const [one, other] = [await subject.request(path), await subject.request(path.replace('/atlas/', '/bubblemaps/'))]
        assertThat(one.body.equals(other.body), `the bytes of ${rest} differ`)
      }
    }),
  ],
  [
    'the ETag is the SHA-256 of its canonical JSON',
    each(async ({ network, token_address, timestamp }, subject) => {
      const { headers, body } = await subject.request(atlasPath(network, token_address, `/snapshots/${timestamp}`))
      assertEqual(headers.etag, `"${createHash('sha256').update(body).digest('hex')}"`, 'ETag')
    }),
  ],
  [
    'a matching ETag is 304',
    each(async ({ network, token_address, timestamp }, subject) => {
      const path = atlasPath(network, token_address, `/snapshots/${timestamp}`)
      const { headers } = await subject.get(path)
      assertEqual((await subject.request(path, { headers: { 'if-none-match': String(headers.etag) } })).status, 304, 'the status')
    }),
  ],
  [
    'X-Data-Source is snapshot',
    each(async ({ network, token_address }, subject) => {
      assertEqual(
        (await subject.request(atlasPath(network, token_address, '/snapshots/latest'))).headers['x-data-source'],
        'snapshot',
        'X-Data-Source',
      )
    }),
  ],
])
