import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { count, nonEmptyText, boolean, list, number, object, oneOf, orNull, percent, record, share, type Shape } from '../shape.ts'
import { FULL_NETWORKS, metricsPath, tokenPath, type Network, type Subject } from '../subject.ts'
import { assertDescending, assertThat, assertClose, skip, assertEqual } from '../assertions.ts'

/** docs/api/records.md: records of the holder metrics on every network that supports them. */

export const LABELS = [
  'wallet',
  'smart_contract',
  'funding_address',
  'intermediary',
  'volume_bot',
  'exchange',
  'team',
  'liquidity_pool',
  'vesting',
  'presale',
  'burn',
]
const REASONS = ['same_tx', 'same_slot_group', 'same_slot_as_pool', 'same_funder', 'same_amount', 'shared_tip']

interface Holding {
  readonly address: string
  readonly balance: number
  readonly percentage: number
}
interface Cluster {
  readonly pct: number
  readonly tags: readonly string[]
  readonly cluster_addresses: readonly (Holding & { tags: readonly string[] })[]
}

const tags = list(oneOf(...LABELS), 1)
const holding = { address: nonEmptyText, balance: number, percentage: percent }
const clusterAddress = { ...holding, tags }
export const cluster = { pct: percent, tags, cluster_addresses: list(record(clusterAddress), 1) }

const OVERVIEW = { cluster_pct: percent, snipers_pct: percent, bundlers_pct: percent, dev_pct: percent, insiders_pct: percent, top10_pct: percent }
const DISTRIBUTION = { gini: share, hhi: share, nakamoto: count, top_10_holder_concentration: percent }
const DISTRIBUTION_EXTRAS = { theil: orNull(number), lorenz: list(list(share, 2)), top: record({ 10: percent, 50: percent, 100: percent }) }
const MERGED = { ...DISTRIBUTION, ...DISTRIBUTION_EXTRAS, population: count, gini_all_wallets: share }
const CLUSTERS = { total_cluster_pct: percent, clusters: list(record(cluster)) }
const SNIPERS = {
  total_sniper_pct: percent,
  count: record({ total: count, sold_partially: count, sold_fully: count, bought_more: count }),
  snipers: list(record(holding)),
}
const BUNDLERS = {
  total_bundlers_pct: percent,
  bundlers: list(record({ ...holding, reasons: orNull(list(oneOf(...REASONS))), slot: orNull(count) })),
}
const INSIDERS = { total_insiders_pct: percent, insiders: list(record(holding)) }

const ALL: readonly Network[] = ['sol', 'eth', 'base', 'bsc', 'sui']

/** Checks a record on each network on which the server has a token. */
const onEach =
  (networks: readonly Network[], rest: string, look: (value: never, network: Network, subject: Subject) => void | Promise<void>): CheckFunction =>
  async (subject) => {
    for (const { network, token } of subject.tokensOn(networks))
      await look(await subject.json<never>(metricsPath(network, token, rest)), network, subject)
  }

/** One check per field, and one for undocumented fields. */
const fieldChecks = (networks: readonly Network[], rest: string, fields: Readonly<Record<string, Shape>>): [string, CheckFunction][] => [
  ...Object.entries(fields).map(([name, shape]): [string, CheckFunction] => [
    name,
    onEach(networks, rest, (value: Record<string, unknown>, network) => {
      assertThat(Object.hasOwn(value, name), `${name} is missing on ${network}`)
      shape(value[name], `${network}: ${name}`)
    }),
  ]),
  ['no other field', onEach(networks, rest, (value, network) => record(fields)(value, network))],
]

/** Skips the check unless some record has entries. */
const onNonEmpty = (rest: string, name: string, look: (entries: readonly never[]) => void): CheckFunction => {
  return async (subject) => {
    let entries = 0
    await onEach(rest === '/clusters' ? ALL : FULL_NETWORKS, rest, (value: Record<string, readonly never[]>) => {
      entries += value[name]?.length ?? 0
      look(value[name] ?? [])
    })(subject)
    if (entries === 0) skip(`no token of the server has ${name}`)
  }
}

interface Figures {
  readonly gini: number
  readonly hhi: number
  readonly nakamoto: number
  readonly top_10_holder_concentration: number
}
const SHARED_HOLDERS = ['liquidity_pool', 'burn']

/** The distribution computed from the list of holders as docs/api/records.md#distribution defines it. */
async function computeFigures(subject: Subject, network: Network): Promise<Figures> {
  const path = tokenPath('/local/v1', network, subject.token(network))
  const { holders } = await subject.json<{ holders: (Holding & { tags: string[] })[] }>(`${path}/holders`)
  const population = holders.filter(({ balance, tags: own }) => balance > 0 && !own.some((tag) => SHARED_HOLDERS.includes(tag)))
  const descendingShares = population.map(({ percentage }) => percentage / 100).toSorted((a, b) => b - a)
  const total = sum(descendingShares)
  const size = population.length
  const ranked = descendingShares.toReversed().map((part, index) => (index + 1) * part)
  let held = 0
  const majority = descendingShares.findIndex((part) => (held += part) > 0.5)
  return {
    gini: size === 0 ? 0 : (2 * sum(ranked)) / (size * total) - (size + 1) / size,
    hhi: sum(descendingShares.map((part) => part * part)),
    nakamoto: majority + 1,
    top_10_holder_concentration: sum(descendingShares.slice(0, 10)) * 100,
  }
}

const figureCheck = (name: keyof Figures): CheckFunction =>
  onEach(ALL, '/distribution', async (value: Figures, network, subject) => {
    assertClose(value[name], (await computeFigures(subject, network))[name], `${name} on ${network}`)
  })

const percentages = (entries: readonly Holding[]): number[] => entries.map(({ percentage }) => percentage)
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const recordChecks: readonly ContractCheck[] = [
  ...section('docs/api/records.md#overview', [
    ...fieldChecks(ALL, '', OVERVIEW),
    [
      'snipers_pct, bundlers_pct, dev_pct, insiders_pct are 0 on eth, base, bsc',
      onEach(['eth', 'base', 'bsc'], '', (value: Record<string, number>, network) => {
        for (const name of ['snipers_pct', 'bundlers_pct', 'dev_pct', 'insiders_pct']) assertEqual(value[name], 0, `${name} on ${network}`)
      }),
    ],
    [
      'cluster_pct is the total of the cluster record',
      onEach(ALL, '', async (value: { cluster_pct: number }, network, subject) => {
        const clusters = await subject.json<{ total_cluster_pct: number }>(metricsPath(network, subject.token(network), '/clusters'))
        assertEqual(value.cluster_pct, clusters.total_cluster_pct, `cluster_pct on ${network}`)
      }),
    ],
    [
      'insiders_pct excludes the dev wallet and is the total of the insider record',
      onEach(FULL_NETWORKS, '', async (value: { insiders_pct: number }, network, subject) => {
        const insiders = await subject.json<{ total_insiders_pct: number }>(metricsPath(network, subject.token(network), '/insiders'))
        assertClose(value.insiders_pct, insiders.total_insiders_pct, `insiders_pct on ${network}`)
      }),
    ],
  ]),
  ...section('docs/api/records.md#distribution', [
    ...fieldChecks(ALL, '/distribution', DISTRIBUTION),
    ['gini: over holders without pools and burns, with shares renormalised to 1', figureCheck('gini')],
    ['hhi: the sum of squared shares of total supply', figureCheck('hhi')],
    ['nakamoto: the fewest holders with more than half of total supply, 0 when all hold less', figureCheck('nakamoto')],
    ['top_10_holder_concentration: the ten largest without pools and burns', figureCheck('top_10_holder_concentration')],
    [
      '/local/v1: the same four, with theil, lorenz and the largest, all of it also merged, with basis and series',
      async (subject) => {
        for (const { network, token } of subject.tokensOn(ALL)) {
          const local = await subject.json<Record<string, unknown>>(tokenPath('/local/v1', network, token, '/distribution'))
          const published = await subject.json<Record<string, number>>(metricsPath(network, token, '/distribution'))
          for (const [name, value] of Object.entries(published)) assertEqual(local[name], value, `${name} on ${network}`)
          for (const [name, shape] of Object.entries(DISTRIBUTION_EXTRAS)) shape(local[name], `${network}: ${name}`)
          count(local['population'], `${network}: population`)
          if (local['merged'] === null) nonEmptyText(local['merged_unknown'], `${network}: merged_unknown`)
          else record(MERGED)(local['merged'], `${network}: merged`)
          record({
            holders_observed: count,
            holders_seen: boolean,
            holders_total: orNull(count),
            supply_observed_pct: percent,
            excluded: list(object),
            partial: boolean,
          })(local['basis'], `${network}: basis`)
          list(record({ timestamp: count, ...DISTRIBUTION }))(local['series'], `${network}: series`)
        }
      },
    ],
    [
      'top_10_holder_concentration equals overview.top10_pct to the last digit',
      onEach(ALL, '/distribution', async (value: { top_10_holder_concentration: number }, network, subject) => {
        const { top10_pct } = await subject.json<{ top10_pct: number }>(metricsPath(network, subject.token(network)))
        assertEqual(value.top_10_holder_concentration, top10_pct, `top_10_holder_concentration on ${network}`)
      }),
    ],
  ]),
  ...section('docs/api/records.md#clusters', [
    ...fieldChecks(ALL, '/clusters', CLUSTERS),
    [
      'clusters: sorted by pct, largest first',
      onNonEmpty('/clusters', 'clusters', (clusters: readonly Cluster[]) =>
        assertDescending(
          clusters.map(({ pct }) => pct),
          'pct',
        ),
      ),
    ],
    [
      'total_cluster_pct: the sum of all cluster pct values',
      onEach(ALL, '/clusters', (value: { total_cluster_pct: number; clusters: Cluster[] }) =>
        assertClose(value.total_cluster_pct, sum(value.clusters.map(({ pct }) => pct)), 'total_cluster_pct'),
      ),
    ],
    [
      'pct: the combined percentage of all addresses in the cluster',
      onNonEmpty('/clusters', 'clusters', (clusters: readonly Cluster[]) => {
        for (const { pct, cluster_addresses } of clusters) assertClose(pct, sum(percentages(cluster_addresses)), 'pct')
      }),
    ],
    [
      'tags: a cluster inherits a label if any member wallet has it',
      onNonEmpty('/clusters', 'clusters', (clusters: readonly Cluster[]) => {
        for (const { tags: own, cluster_addresses } of clusters) {
          const missing = cluster_addresses.flatMap((member) => member.tags).filter((tag) => !own.includes(tag))
          assertThat(missing.length === 0, `a cluster is missing its members' labels ${missing.join(', ')}`)
        }
      }),
    ],
    [
      'cluster_addresses: sorted by percentage descending',
      onNonEmpty('/clusters', 'clusters', (clusters: readonly Cluster[]) => {
        for (const { cluster_addresses } of clusters) assertDescending(percentages(cluster_addresses), 'percentage')
      }),
    ],
    [
      'balance: in token units, of which percentage is the percent of total supply',
      onEach(ALL, '/clusters', async ({ clusters }: { clusters: Cluster[] }, network, subject) => {
        const { total_supply } = await subject.json<{ total_supply: number }>(tokenPath('/local/v1', network, subject.token(network)))
        for (const { balance, percentage } of clusters.flatMap(({ cluster_addresses }) => cluster_addresses))
          assertClose(percentage, (balance / total_supply) * 100, `percentage on ${network}`)
      }),
    ],
    ['labels: only the eleven, one or more each', onNonEmpty('/clusters', 'clusters', list(record(cluster)) as never)],
  ]),
  ...section('docs/api/records.md#snipers', [
    ...fieldChecks(FULL_NETWORKS, '/snipers', SNIPERS),
    [
      'snipers: sorted by address',
      onNonEmpty('/snipers', 'snipers', (entries: readonly Holding[]) => {
        const addresses = entries.map(({ address }) => address)
        assertEqual(addresses, addresses.toSorted(), 'snipers')
      }),
    ],
    [
      'count.total: the number of sniper wallets, those who sold out too',
      onEach(FULL_NETWORKS, '/snipers', (value: { count: { total: number }; snipers: unknown[] }) =>
        assertEqual(value.count.total, value.snipers.length, 'count.total'),
      ),
    ],
    [
      'count.sold_fully: those whose balance is 0, still in the list',
      onEach(FULL_NETWORKS, '/snipers', (value: { count: { sold_fully: number }; snipers: Holding[] }) =>
        assertEqual(value.count.sold_fully, value.snipers.filter(({ balance }) => balance === 0).length, 'count.sold_fully'),
      ),
    ],
    [
      'count: a sniper has at most one state',
      onEach(FULL_NETWORKS, '/snipers', ({ count: of }: { count: Record<'total' | 'sold_partially' | 'sold_fully' | 'bought_more', number> }) =>
        assertThat(of.sold_partially + of.sold_fully + of.bought_more <= of.total, 'the states should not outnumber the snipers'),
      ),
    ],
    [
      'total_sniper_pct: held by all identified snipers',
      onEach(FULL_NETWORKS, '/snipers', (value: { total_sniper_pct: number; snipers: Holding[] }) =>
        assertClose(value.total_sniper_pct, sum(percentages(value.snipers)), 'total_sniper_pct'),
      ),
    ],
  ]),
  ...section('docs/api/records.md#bundlers', [
    ...fieldChecks(FULL_NETWORKS, '/bundlers', BUNDLERS),
    [
      'bundlers: sorted by percentage descending',
      onNonEmpty('/bundlers', 'bundlers', (entries: readonly Holding[]) => assertDescending(percentages(entries), 'percentage')),
    ],
    [
      'total_bundlers_pct: held by all detected bundlers',
      onEach(FULL_NETWORKS, '/bundlers', (value: { total_bundlers_pct: number; bundlers: Holding[] }) =>
        assertClose(value.total_bundlers_pct, sum(percentages(value.bundlers)), 'total_bundlers_pct'),
      ),
    ],
  ]),
  ...section('docs/api/records.md#insiders', [
    ...fieldChecks(FULL_NETWORKS, '/insiders', INSIDERS),
    [
      'insiders: sorted by percentage descending',
      onNonEmpty('/insiders', 'insiders', (entries: readonly Holding[]) => assertDescending(percentages(entries), 'percentage')),
    ],
    [
      'total_insiders_pct: held by all identified insiders',
      onEach(FULL_NETWORKS, '/insiders', (value: { total_insiders_pct: number; insiders: Holding[] }) =>
        assertClose(value.total_insiders_pct, sum(percentages(value.insiders)), 'total_insiders_pct'),
      ),
    ],
  ]),
]
