import type { Command } from 'commander'
import { onToken, tokenCommand } from '../command.ts'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { ExplainedClusters, LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { shortPercent } from '../../../src-shared/domain/shown.ts'
import { SHARE_LISTS, unknownBecause, type WalletList } from '../../../src-shared/domain/unknown-lists.ts'
import type { Context } from '../../context.ts'
import type { RecordName, TokenRecords } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Awaitable } from '../../lib/awaitable.ts'
import { print, printJson, say } from '../output.ts'
import { paragraph, table, terminalWidth } from '../table.ts'
import { clustersText } from '../texts/clusters.ts'
import { bundlersText, insidersText, snipersText } from '../texts/early.ts'

/** A command that prints one record of a stored token. */
interface RecordCommand<N extends RecordName> {
  readonly name: string
  readonly record: N
  readonly about: string
  text(record: TokenRecords[N], facts: Facts): Awaitable<string>
}

/** Facts that the public records do not have. */
export interface Facts {
  readonly why: WhyUnknown
  readonly early: EarlyRecord | null
  readonly explained: ExplainedClusters | null
  local(): Promise<LocalDistribution | null>
}

/** Why an empty list of wallets means unknown; null if there truly are none. */
type WhyUnknown = (list: WalletList) => string | null

const row = <N extends RecordName>(command: RecordCommand<N>): RecordCommand<N> => command

const COMMANDS = [
  row({
    name: 'overview',
    record: 'localOverview',
    about: 'print the six percentages of the overview',
    text: (r, { why }) => overviewText(r, why),
  }),
  row({
    name: 'clusters',
    record: 'clusters',
    about: 'print groups of wallets that belong together',
    text: (r, { why, explained }) => (r.clusters.length === 0 ? emptyText(why('clusters')) : clustersText(r, explained)),
  }),
  row({
    name: 'distribution',
    record: 'distribution',
    about: 'print Gini, HHI, Nakamoto coefficient and top-10 concentration',
    text: async (_record, { local }) => distributionText(await local()),
  }),
  row({
    name: 'snipers',
    record: 'snipers',
    about: 'print wallets that bought first',
    text: (r, { why, early }) => (r.snipers.length === 0 ? emptyText(why('snipers')) : snipersText(r, early)),
  }),
  row({
    name: 'bundlers',
    record: 'bundlers',
    about: 'print wallets that bought together',
    text: (r, { why, early }) => (r.bundlers.length === 0 ? emptyText(why('bundlers')) : bundlersText(r, early)),
  }),
  row({
    name: 'insiders',
    record: 'insiders',
    about: 'print wallets linked to the creator',
    text: (r, { why, early }) => (r.insiders.length === 0 ? emptyText(why('insiders')) : insidersText(r, early)),
  }),
] as const

const MEASURES = [
  ['gini', 'Gini'],
  ['hhi', 'HHI'],
  ['nakamoto', 'Nakamoto coefficient'],
  ['top_10_holder_concentration', 'Top 10, percent'],
] as const

/** Six digits, more than the precision of the facts. */
const figure = (value: number): string => String(Number(value.toPrecision(6)))

/** Each measure over wallets, and over owners with each cluster as one owner. */
function distributionText(record: LocalDistribution | null): string {
  if (record === null) return 'None.'
  const { merged } = record
  const rows = MEASURES.map(([name, label]) => [label, figure(record[name]), merged === null ? 'unknown' : figure(merged[name])])
  const counted = ['Holders counted', String(record.population), merged === null ? 'unknown' : String(merged.population)]
  const giniOfAll = ['Gini over all wallets', figure(record.gini), merged === null ? 'unknown' : figure(merged.gini_all_wallets)]
  const list = table(['measure', 'wallets', 'clusters merged'], [counted, ...rows, giniOfAll])
  return record.merged_unknown === null ? list : `${list}\n${paragraph(`Clusters merged: unknown. ${record.merged_unknown}`)}`
}

export function addRecords(program: Command): void {
  for (const entry of COMMANDS) addRecord(program, entry as RecordCommand<RecordName>)
}

function addRecord<N extends RecordName>(program: Command, entry: RecordCommand<N>): void {
  tokenCommand(program, entry.name, entry.about).action(
    onToken(({ json }, token) => async (context) => {
      const answer = await context.engine.record(token, entry.record)
      if (answer === null) throw unknownToken(token)
      if (json) printJson(answer.value)
      else await printRecord(context, token, (facts) => entry.text(answer.value, facts))
    }),
  )
}

/** Prints the record with notes about what is unknown, so that an unknown share does not read as zero. */
export async function printRecord({ engine, store }: Context, token: TokenKey, text: (facts: Facts) => Awaitable<string>): Promise<void> {
  const stored = await store.read.token(token)
  const early = await engine.query(token, 'early', {})
  const why: WhyUnknown = (list) => {
    if (stored === null || early === null) return null
    return unknownBecause(list, { ...stored, trades: stored.tradeCount, links_known: stored.linksKnown }, early.value.creator !== null)
  }
  const explained = (await engine.record(token, 'localClusters'))?.value ?? null
  const local = async (): Promise<LocalDistribution | null> => (await engine.record(token, 'localDistribution'))?.value ?? null
  print(await text({ why, early: early?.value ?? null, explained, local }))
  for (const note of explained?.notes ?? []) say(paragraph(note, { bullet: 'Note: ', width: terminalWidth(process.stderr) }))
}

const SHARE_LABELS: Readonly<Record<keyof TokenRecords['overview'], string>> = {
  cluster_pct: 'Clusters',
  snipers_pct: 'Snipers',
  bundlers_pct: 'Bundlers',
  insiders_pct: 'Insiders',
  dev_pct: 'Creator',
  top10_pct: 'Top 10',
}

/** The record has zero for an unknown share (docs/api/records.md#overview). The table says what is unknown. */
export function overviewText(overview: TokenRecords['localOverview'], why: WhyUnknown): string {
  const rows = (Object.entries(overview) as [keyof typeof overview, number][]).map(([name, value]) => {
    const list = SHARE_LISTS[name]
    return [SHARE_LABELS[name], value === 0 && list !== undefined && why(list) !== null ? 'unknown' : shortPercent(value)]
  })
  return table(['share of supply', 'percent'], rows)
}

const emptyText = (why: string | null): string => (why === null ? 'None.' : paragraph(`Unknown. ${why}`))

export function unknownToken(token: TokenKey): AppError {
  return new AppError('token_not_found', {
    say: `Nothing is stored for ${token.address} on ${token.network}. Read it first: holderscope read ${token.network} ${token.address} --source URL`,
  })
}
