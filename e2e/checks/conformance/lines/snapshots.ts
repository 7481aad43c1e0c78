import { createHash } from 'node:crypto'
import { section, type LineCheck, type SpecLine } from '../line.ts'
import { count, filled, flag, list, number, oneOf, orNull, percent, record, text, whole, type Shape } from '../shape.ts'
import { atlasPath, NETWORKS, type Network, type Subject } from '../subject.ts'
import { descending, hold, near, notApplicable, same } from '../verdict.ts'
import { LABELS } from './records.ts'

/** docs/api/records.md#snapshot, looked at in the newest snapshot of every token of the server. */

const link = record({
  source: filled,
  target: filled,
  kind: oneOf('transfer', 'funding', 'same_tx', 'same_block'),
  token: filled,
  forward: number,
  backward: number,
  forward_count: orNull(count),
  backward_count: orNull(count),
  first_time: orNull(count),
  last_time: orNull(count),
  evidence: list(filled),
})
const node = record({
  address: filled,
  label: orNull(text),
  tags: list(oneOf(...LABELS), 1),
  balance: number,
  balance_usd: orNull(number),
  percentage: percent,
  rank: orNull(count),
  is_holder: flag,
  degree_in: count,
  degree_out: count,
  first_seen: orNull(count),
  cluster: orNull(count),
})
const FIELDS: Readonly<Record<string, Shape>> = {
  network: oneOf(...NETWORKS),
  token_address: filled,
  timestamp: count,
  token_metadata: record({
    address: filled,
    name: text,
    symbol: text,
    logo: orNull(text),
    decimals: count,
    total_supply: number,
    holder_count: orNull(count),
    creator: orNull(filled),
    created_at: orNull(count),
  }),
  currency: record({ native: record({ symbol: filled, price_usd: orNull(number) }), token: record({ price_usd: orNull(number) }), as_of: whole }),
  nodes: list(node, 1),
  links: list(link),
  token_links: list(record({ token: record({ address: filled, symbol: orNull(text), name: orNull(text) }), links: list(link) })),
  categories: list(record({ name: text, size_pct: percent, addresses: list(filled) })),
}

/** A moment in milliseconds is later than this since 1973, one in seconds for another three thousand years. */
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

async function newestOfEach(subject: Subject): Promise<Snapshot[]> {
  const found: Snapshot[] = []
  for (const { network, token } of subject.tokensOn(NETWORKS)) {
    const path = atlasPath(network, token, '/snapshots/latest')
    if ((await subject.get(path)).status === 200) found.push(await subject.json<Snapshot>(path))
  }
  return found.length === 0 ? notApplicable('no token of the server has a snapshot') : found
}

const each =
  (look: (snapshot: Snapshot, subject: Subject) => void | Promise<void>): LineCheck =>
  async (subject) => {
    for (const snapshot of await newestOfEach(subject)) await look(snapshot, subject)
  }

export const snapshotLines: readonly SpecLine[] = section('docs/api/records.md#snapshot', [
  ...Object.entries(FIELDS).map(([name, shape]): [string, LineCheck] => [
    name,
    each((snapshot) => shape((snapshot as unknown as Record<string, unknown>)[name], `${snapshot.network}: ${name}`)),
  ]),
  ['no other field', each((snapshot) => record(FIELDS)(snapshot, snapshot.network))],
  [
    'nodes: percentage descending, non-holders last',
    each(({ nodes }) => {
      const holders = nodes.filter((row) => row.is_holder)
      descending(
        holders.map((row) => row.percentage),
        'percentage',
      )
      same(
        nodes.map((row) => row.is_holder),
        [...holders.map(() => true), ...nodes.filter((row) => !row.is_holder).map(() => false)],
        'the order of holders and others',
      )
    }),
  ],
  [
    'balance: in token units, of which percentage is the percent of total supply',
    each(({ nodes, token_metadata: { total_supply } }) => {
      for (const { balance, percentage } of nodes) near(percentage, (balance / total_supply) * 100, 'percentage')
    }),
  ],
  [
    'rank: from 1 on for holders, null for the others',
    each(({ nodes }) => {
      const ranks = nodes.filter((row) => row.is_holder).map((row) => row.rank)
      same(
        ranks,
        ranks.map((_, index) => index + 1),
        'the ranks',
      )
      hold(
        nodes.every((row) => row.is_holder || row.rank === null),
        'who holds nothing has no rank',
      )
    }),
  ],
  ['timestamp: Unix seconds', each(({ timestamp }) => hold(timestamp < MILLISECONDS_FROM, `${timestamp} should be in seconds`))],
  [
    'every link joins two nodes',
    each(({ nodes, links }) => {
      const known = new Set(nodes.map(({ address }) => address))
      hold(
        links.every(({ source, target }) => known.has(source) && known.has(target)),
        'an end of a link is no node',
      )
    }),
  ],
  [
    'evidence: up to 5 transaction ids',
    each(({ links }) =>
      hold(
        links.every(({ evidence }) => evidence.length <= 5),
        'a link has more than 5',
      ),
    ),
  ],
  ['nodes stand once each', each(({ nodes }) => same(new Set(nodes.map(({ address }) => address)).size, nodes.length, 'different addresses'))],
  [
    'snapshots lists integers in ascending order, this one among them',
    each(async (snapshot, subject) => {
      const { snapshots } = await subject.json<{ snapshots: number[] }>(atlasPath(snapshot.network, snapshot.token_address, '/snapshots'))
      same(
        snapshots,
        [...new Set(snapshots)].toSorted((a, b) => a - b),
        'the list',
      )
      hold(snapshots.includes(snapshot.timestamp), 'the list should have this timestamp')
    }),
  ],
  [
    'immutable: latest and by timestamp are the same bytes',
    each(async ({ network, token_address, timestamp }, subject) => {
      const latest = await subject.ask(atlasPath(network, token_address, '/snapshots/latest'))
      const byTime = await subject.ask(atlasPath(network, token_address, `/snapshots/${timestamp}`))
      hold(latest.body.equals(byTime.body), 'the bytes differ')
    }),
  ],
  [
    'the ETag is the SHA-256 of its canonical JSON',
    each(async ({ network, token_address, timestamp }, subject) => {
      const { headers, body } = await subject.ask(atlasPath(network, token_address, `/snapshots/${timestamp}`))
      same(headers.etag, `"${createHash('sha256').update(body).digest('hex')}"`, 'ETag')
    }),
  ],
  [
    '304 for who has it',
    each(async ({ network, token_address, timestamp }, subject) => {
      const path = atlasPath(network, token_address, `/snapshots/${timestamp}`)
      const { headers } = await subject.get(path)
      same((await subject.ask(path, { headers: { 'if-none-match': String(headers.etag) } })).status, 304, 'the status')
    }),
  ],
  [
    'X-Data-Source is snapshot',
    each(async ({ network, token_address }, subject) => {
      same((await subject.ask(atlasPath(network, token_address, '/snapshots/latest'))).headers['x-data-source'], 'snapshot', 'X-Data-Source')
    }),
  ],
])
