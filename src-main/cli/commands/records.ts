import type { Command } from 'commander'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { shortPercent, unitsText } from '../../../src-shared/domain/shown.ts'
import { isListComputed, unknownBecause, type WalletList } from '../../../src-shared/domain/unknown-lists.ts'
import { NETWORKS, type MetricNeed } from '../../../src-shared/networks.ts'
import type { Context } from '../../context.ts'
import type { RecordName, TokenRecords } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { print, printJson, say, table } from '../output.ts'
import { withContext, type CommonOptions } from '../session.ts'
import { ADDRESS_HELP, NETWORK_HELP, tokenArgument } from '../token-argument.ts'

/** A command that prints one record of a stored token. */
interface RecordCommand<N extends RecordName> {
  readonly name: N
  readonly about: string
  readonly needs?: MetricNeed
  text(record: TokenRecords[N], why: WhyUnknown, early: EarlyRecord | null, local: ReadDistribution): string | Promise<string>
}

/** Reads what the public record of the distribution does not have. */
type ReadDistribution = () => Promise<LocalDistribution | null>

/** Why an empty list of wallets means unknown; null where it means that there are none. */
type WhyUnknown = (list: WalletList) => string | null

const row = <N extends RecordName>(command: RecordCommand<N>): RecordCommand<N> => command
const holding = ({ address, percentage }: { address: string; percentage: number }): string[] => [address, shortPercent(percentage)]

const COMMANDS = [
  row({
    name: 'overview',
    about: 'print the six percentages of the overview',
    text: overviewText,
  }),
  row({
    name: 'clusters',
    about: 'print groups of wallets that belong together',
    text: (r, why) => {
      const rows = r.clusters.map((c, i) => [
        String(i + 1),
        shortPercent(c.pct),
        String(c.cluster_addresses.length),
        c.cluster_addresses[0]?.address ?? '—',
      ])
      const list = listTable(why('clusters'), ['cluster', 'percent', 'wallets', 'largest wallet'], rows)
      return rows.length === 0 ? list : `${list}\nTogether ${shortPercent(r.total_cluster_pct)} of supply.`
    },
  }),
  row({
    name: 'distribution',
    about: 'print Gini, HHI, Nakamoto coefficient and top-10 concentration',
    text: async (_record, _why, _early, local) => distributionText(await local()),
  }),
  row({
    name: 'snipers',
    about: 'print wallets that bought first (sol, sui)',
    needs: 'snipers',
    text: (r, why) => listTable(why('snipers'), ['address', 'percent'], r.snipers.map(holding)),
  }),
  row({
    name: 'bundlers',
    about: 'print wallets that bought together (sol, sui)',
    needs: 'bundlers',
    text: (r, why, early) => {
      const classes = new Map(early?.bundlers.map((bundler) => [bundler.address, heldClasses(bundler)]))
      const rows = r.bundlers.map((b) => [...holding(b), b.reasons?.join(', ') ?? 'unknown', classes.get(b.address) ?? '—'])
      const list = listTable(why('bundlers'), ['address', 'percent', 'reasons', 'classes'], rows)
      return [list, ...bundleTables(early)].join('\n\n')
    },
  }),
  row({
    name: 'insiders',
    about: 'print wallets linked to the creator (sol, sui)',
    needs: 'insiders',
    text: (r, why) => listTable(why('insiders'), ['address', 'percent'], r.insiders.map(holding)),
  }),
] as const

/** Each measure of wallets and of owners, each cluster being one owner. */
export function distributionText(record: LocalDistribution | null): string {
  if (record === null) return 'None.'
  const { merged } = record
  const measures = ['gini', 'hhi', 'nakamoto', 'top_10_holder_concentration'] as const
  const rows = measures.map((name) => [name, String(record[name]), merged === null ? 'unknown' : String(merged[name])])
  const counted = ['holders counted', String(record.population), merged === null ? 'unknown' : String(merged.population)]
  const giniOfAll = ['gini over all wallets', String(record.gini), merged === null ? 'unknown' : String(merged.gini_all_wallets)]
  const list = table(['measure', 'wallets', 'clusters merged'], [counted, ...rows, giniOfAll])
  return record.merged_unknown === null ? list : `${list}\nClusters merged: unknown. ${record.merged_unknown}`
}

const heldClasses = ({ classes }: EarlyRecord['bundlers'][number]): string =>
  classes
    .filter(({ holds }) => holds === true)
    .map((held) => held.name)
    .join(', ') || '—'

/** Each bundle with what it bought, paid and still holds, and all together; nothing without bundles. */
function bundleTables(early: EarlyRecord | null): string[] {
  const groups = early?.groups.filter(({ wallets }) => wallets.length > 1) ?? []
  if (early === null || early.bundles === null || early.bundles.wallets === 0) return []
  const figures = ({ bought_pct, spent, held_pct }: BundleFigures): string[] => [
    shortPercent(bought_pct),
    spent === null ? 'unknown' : unitsText(spent),
    shortPercent(held_pct),
  ]
  const rows = groups.map((group) => [String(group.id + 1), group.reason, String(group.wallets.length), ...figures(group)])
  const all = ['all', '', String(early.bundles.wallets), ...figures(early.bundles)]
  return [table(['bundle', 'reason', 'wallets', 'bought', 'coin spent', 'still held'], [...rows, all])]
}

type BundleFigures = Pick<EarlyRecord['groups'][number], 'bought_pct' | 'spent' | 'held_pct'>

export function addRecords(program: Command): void {
  for (const entry of COMMANDS) addRecord(program, entry as RecordCommand<RecordName>)
}

function addRecord<N extends RecordName>(program: Command, entry: RecordCommand<N>): void {
  program
    .command(entry.name)
    .description(entry.about)
    .argument('<network>', NETWORK_HELP)
    .argument('<address>', ADDRESS_HELP)
    .action(async (network: string, address: string, _local, command: Command) => {
      const options: CommonOptions = command.optsWithGlobals()
      const token = tokenArgument(network, address)
      requireMetric(token, entry.needs)
      await withContext(options, async (context) => {
        const answer = await context.engine.record(token, entry.name)
        if (answer === null) throw unknownToken(token)
        if (options.json) printJson(answer.value)
        else await printRecord(context, token, (...more) => entry.text(answer.value, ...more))
      })
    })
}

/** Prints the record with notes on what is unknown, so an unknown share does not read as zero. */
export async function printRecord(
  { engine, store }: Context,
  token: TokenKey,
  text: (why: WhyUnknown, early: EarlyRecord | null, local: ReadDistribution) => string | Promise<string>,
): Promise<void> {
  const stored = await store.read.token(token)
  const early = await engine.query(token, 'early', {})
  const { metrics, name } = NETWORKS[token.network]
  const why: WhyUnknown = (list) => {
    if (!isListComputed(list, metrics)) return `Not computed on ${name}.`
    if (stored === null || early === null) return null
    return unknownBecause(list, { ...stored, trades: stored.tradeCount, links_known: stored.linksKnown }, early.value.creator !== null)
  }
  print(await text(why, early?.value ?? null, async () => (await engine.record(token, 'localDistribution'))?.value ?? null))
  const explained = await engine.record(token, 'localClusters')
  for (const note of explained?.value.notes ?? []) say(`Note: ${note}`)
}

const LISTED_SHARES: Readonly<Record<string, WalletList>> = {
  cluster_pct: 'clusters',
  snipers_pct: 'snipers',
  bundlers_pct: 'bundlers',
  insiders_pct: 'insiders',
  dev_pct: 'dev',
}

/**
 * The API writes zero for an unknown share, and for the creator's on some networks (docs/api/records.md#overview). The table says what is unknown,
 * and has the creator's share wherever the creator is known.
 */
export function overviewText(overview: TokenRecords['overview'], why: WhyUnknown, early: EarlyRecord | null): string {
  const shares = { ...overview, dev_pct: early?.creator?.percentage ?? overview.dev_pct }
  const rows = Object.entries(shares).map(([name, value]) => {
    const list = LISTED_SHARES[name]
    return [name, value === 0 && list !== undefined && why(list) !== null ? 'unknown' : shortPercent(value)]
  })
  return table(['share of supply', 'percent'], rows)
}

function listTable(why: string | null, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length > 0) return table(head, rows)
  return why === null ? 'None.' : `Unknown. ${why}`
}

function requireMetric(token: TokenKey, need: MetricNeed | undefined): void {
  if (need !== undefined && !NETWORKS[token.network].metrics[need]) {
    throw new AppError('unsupported_network', { say: `No ${need} are computed on ${NETWORKS[token.network].name}.` })
  }
}

export function unknownToken(token: TokenKey): AppError {
  return new AppError('token_not_found', {
    say: `Nothing is stored for ${token.address} on ${token.network}. Read it first: holderscope read ${token.network} ${token.address} --source URL`,
  })
}
