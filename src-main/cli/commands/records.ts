import type { Command } from 'commander'
import { onToken, tokenCommand } from '../command.ts'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { ExplainedClusters, LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { mayHoldUnread } from '../../../src-shared/domain/partial-holders.ts'
import { SHARE_NAMES, shareFigure, type ShareName } from '../../../src-shared/domain/share-figures.ts'
import { coverageText, leastPercent, shortPercent } from '../../../src-shared/domain/shown.ts'
import { isNamedUnknown, MAY_LACK_WALLETS, unknownBecause, type StoredFacts, type WalletList } from '../../../src-shared/domain/unknown-lists.ts'
import type { Context } from '../../context.ts'
import type { RecordAnswer, RecordName, TokenRecords } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Awaitable } from '../../lib/awaitable.ts'
import { print, printJson, printToStderr } from '../output.ts'
import { paragraph, table, terminalWidth } from '../table.ts'
import { clustersText } from '../texts/clusters.ts'
import { distributionText } from '../texts/distribution.ts'
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
  /** Fields of the record whose value is unknown, or a lower bound. */
  readonly unknown: readonly string[]
  share(name: ShareName, value: number): string
  /** A wallet without a stored balance may hold some. */
  readonly mayHold: boolean
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
    text: overviewText,
  }),
  row({
    name: 'clusters',
    record: 'clusters',
    about: 'print groups of wallets that belong together',
    text: (r, facts) => listText('clusters', r.clusters, facts, () => clustersText(r, facts.explained, isNamedUnknown('clusters', facts.unknown))),
  }),
  row({
    name: 'distribution',
    record: 'distribution',
    about: 'print Gini, HHI, Nakamoto coefficient and top-10 concentration',
    text: async (_record, { local, unknown }) => distributionText(await local(), unknown),
  }),
  row({
    name: 'snipers',
    record: 'snipers',
    about: 'print wallets that bought first',
    text: (r, facts) => listText('snipers', r.snipers, facts, () => snipersText(r, facts.early)),
  }),
  row({
    name: 'bundlers',
    record: 'bundlers',
    about: 'print wallets that bought together',
    text: (r, facts) => listText('bundlers', r.bundlers, facts, () => bundlersText(r, facts.early, facts.mayHold)),
  }),
  row({
    name: 'insiders',
    record: 'insiders',
    about: 'print wallets linked to the creator',
    text: (r, facts) => listText('insiders', r.insiders, facts, () => insidersText(r, facts.early, facts.mayHold)),
  }),
] as const

const UNKNOWN = 'unknown'

export function addRecords(program: Command): void {
  for (const entry of COMMANDS) addRecord(program, entry as RecordCommand<RecordName>)
}

function addRecord<N extends RecordName>(program: Command, entry: RecordCommand<N>): void {
  tokenCommand(program, entry.name, entry.about).action(
    onToken(({ json }, token) => async (context) => {
      const answer = await context.engine.record(token, entry.record)
      if (answer === null) throw unknownToken(token)
      if (json) printJsonRecord(answer)
      else await printRecord(context, token, answer, (facts) => entry.text(answer.value, facts))
    }),
  )
}

type Completeness = Pick<RecordAnswer<unknown>, 'unknown' | 'coverage'>

/** Prints to stderr what the API sends in headers (docs/api/rest.md#unknown-figures), so that stdout has the record alone. */
export function printUnknown({ unknown, coverage }: Completeness): void {
  if (unknown.length > 0) printToStderr(`Unknown: ${unknown.join(', ')}.`)
  if (coverage !== null) printToStderr(`Coverage: ${coverageText(coverage)}.`)
}

export function printJsonRecord(answer: RecordAnswer<unknown>): void {
  printUnknown(answer)
  printJson(answer.value)
}

/** Prints the record with notes about what is unknown, so that an unknown share does not read as zero. */
export async function printRecord(
  { engine, store }: Context,
  token: TokenKey,
  completeness: Completeness,
  text: (facts: Facts) => Awaitable<string>,
): Promise<void> {
  const { unknown } = completeness
  const stored = await store.read.token(token)
  if (stored === null) throw unknownToken(token)
  const early = await engine.query(token, 'early', {})
  const facts: StoredFacts = { ...stored, trades: stored.tradeCount, links_known: stored.linksKnown }
  const creatorCounts = early === null || early.value.creator !== null
  const why: WhyUnknown = (list) => unknownBecause(list, facts, creatorCounts, unknown)
  const share = (name: ShareName, value: number): string => {
    const shown = shareFigure(name, value, { token: facts, creatorCounts, unknown })
    return shown.value === null ? UNKNOWN : shown.atLeast ? leastPercent(shown.value) : shortPercent(shown.value)
  }
  const holders = { holders_known: stored.holdersKnown, holder_count: stored.holderCount, holders_seen: stored.firstRead?.holdersSeen === true }
  const explained = (await engine.record(token, 'localClusters'))?.value ?? null
  const local = async (): Promise<LocalDistribution | null> => (await engine.record(token, 'localDistribution'))?.value ?? null
  printUnknown(completeness)
  print(await text({ why, unknown, share, mayHold: mayHoldUnread(holders), early: early?.value ?? null, explained, local }))
  for (const note of explained?.notes ?? []) printToStderr(paragraph(note, { bullet: 'Note: ', width: terminalWidth(process.stderr) }))
}

/** Shares that the record cannot know are unknown or lower bounds, as on the page. */
export function overviewText(overview: TokenRecords['localOverview'], { share }: Pick<Facts, 'share'>): string {
  const rows = (Object.entries(overview) as [ShareName, number][]).map(([name, value]) => [SHARE_NAMES[name], share(name, value)])
  return table(['share of supply', 'percent'], rows)
}

/** An empty list says whether it is known to be empty; a list that may lack wallets says so on stderr. */
function listText(list: WalletList, rows: readonly unknown[], { why, unknown }: Pick<Facts, 'why' | 'unknown'>, text: () => string): string {
  if (rows.length === 0) {
    const reason = why(list)
    return reason === null ? 'None.' : paragraph(`Unknown. ${reason}`)
  }
  if (isNamedUnknown(list, unknown)) printToStderr(MAY_LACK_WALLETS)
  return text()
}

export function unknownToken(token: TokenKey): AppError {
  return new AppError('token_not_found', {
    message: `Nothing is stored for ${token.address} on ${token.network}. Read it first: holderscope read ${token.network} ${token.address} --source URL`,
  })
}
