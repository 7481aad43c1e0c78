import type { Command } from 'commander'
import { IN_COMMON_MAX, IN_COMMON_PAGE } from '../../../src-shared/contract/limits.ts'
import type { InCommonRecord, SerialRecord } from '../../../src-shared/contract/records/in-common.ts'
import { countOf, distinctSymbol, grouped, shortPercent, unitsText } from '../../../src-shared/domain/shown.ts'
import { chanceText, mayShareMore, overlapModelText } from '../../../src-shared/domain/chance.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { UserFault } from '../../lib/app-error.ts'
import { EXIT, print, printJson } from '../output.ts'
import { inContext } from '../command.ts'
import type { CommonOptions } from '../session.ts'
import { table } from '../table.ts'
import { NETWORK_HELP, networkArgument, tokenArgument } from '../token-argument.ts'
import { load, type CaseOptions } from './case-session.ts'

/** Lines printed of each list. `--json` prints the whole answer of the route. */
const SHOWN = 20

export function addInCommon(program: Command): void {
  program
    .command('in-common')
    .description('print the wallets, funders, creators and deposit addresses that stored tokens share, and how unlikely that is')
    .argument('<network>', NETWORK_HELP)
    .argument('<tokens...>', `addresses of 2 to ${IN_COMMON_MAX} tokens`)
    .action(
      inContext<CommonOptions, [network: string, tokens: string[]]>(({ json }, networkText, texts) => {
        const network = networkArgument(networkText)
        const tokens = [...new Set(texts.map((text) => tokenArgument(networkText, text).address))]
        if (tokens.length < 2 || tokens.length > IN_COMMON_MAX)
          throw new UserFault(`Give between 2 and ${IN_COMMON_MAX} different tokens.`, EXIT.usage)
        return async ({ engine }) => {
          const found = await engine.across('inCommon', { network, tokens, offset: 0, limit: IN_COMMON_PAGE })
          if (json) return printJson(found)
          print(inCommonText(found))
        }
      }),
    )
}

export function addSerial(program: Command): void {
  program
    .command('serial')
    .description('print the wallets that were snipers, bundlers or insiders in at least two stored tokens, with their gains')
    .argument('<network>', NETWORK_HELP)
    .option('--case <id>', 'a case whose entities count as one')
    .action(
      inContext<CaseOptions, [network: string]>((options, networkText) => {
        const network = networkArgument(networkText)
        return async ({ store, engine }) => {
          const claims = options.case === undefined ? null : await store.read.caseClaims({ id: (await load(store, options.case)).id, network })
          const found = await engine.across('serial', { network, claims, offset: 0, limit: IN_COMMON_PAGE })
          if (options.json) return printJson(found)
          print(serialLines(found).join('\n'))
        }
      }),
    )
}

export const inCommonText = (found: InCommonRecord): string =>
  [...tokenLines(found), ...overlapLines(found), ...walletLines(found), ...otherLines(found)].join('\n')

const partyName = ({ address, label }: { readonly address: string; readonly label: string | null }): string =>
  label === null ? address : `${address} (${label})`

function tokenLines({ tokens }: InCommonRecord): string[] {
  const rows = tokens.map(({ address, wallets, early, counted, holders_complete: isComplete }) => [
    distinctSymbol(tokens, address),
    `${isComplete ? '' : 'at least '}${grouped(wallets)}`,
    early === null ? 'unknown' : String(early),
    counted === null ? 'roles not counted' : `roles of ${day(counted.as_of)}${counted.current_rules ? '' : ', under other rules'}`,
    address,
  ])
  return [table(['token', 'wallets', 'early', 'counted', 'address'], rows)]
}

function overlapLines({ overlaps, tokens, population }: InCommonRecord): string[] {
  const rows = overlaps.map(({ tokens: [a = '', b = ''], wallets, early }) => [
    `${distinctSymbol(tokens, a)} and ${distinctSymbol(tokens, b)}`,
    ...[wallets, early].flatMap(({ shared, expected, probability }, list) => [
      shared === null ? 'unknown' : `${list === 0 && mayShareMore(tokens, [a, b]) ? 'at least ' : ''}${grouped(shared)}`,
      expected === null ? 'unknown' : unitsText(expected),
      probability === null ? 'unknown' : chanceText(probability),
    ]),
  ])
  return ['', table(['in both', 'wallets', 'expected', 'chance', 'early', 'expected', 'chance'], rows), overlapModelText(population)]
}

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

function walletLines({ wallets, wallets_total: total, tokens }: InCommonRecord): string[] {
  if (total === 0)
    return ['', `No wallet is in two of them${tokens.every((token) => token.holders_complete) ? '' : ', as far as their holders are stored'}.`]
  const rows = wallets.slice(0, SHOWN).map((wallet) => [
    wallet.in
      .map((one) => {
        const roles = [...one.roles, ...(one.cluster === null ? [] : ['cluster'])].join(' ')
        return `${distinctSymbol(tokens, one.token)} ${shortPercent(one.percentage)}${roles === '' ? '' : ` ${roles}`}`
      })
      .join('; '),
    partyName(wallet),
  ])
  return ['', `${countOf(total, 'wallet')} in at least two:`, table(['in', 'wallet'], rows), ...more(total)]
}

const more = (total: number): string[] => (total > SHOWN ? [`and ${grouped(total - SHOWN)} more.`] : [])

function otherLines({ funders, funders_total: total, creators, deposits, deposits_total: paid, tokens }: InCommonRecord): string[] {
  const tokenCounts = (list: readonly { readonly token: string; readonly wallets: number }[]): string =>
    list.map(({ token, wallets }) => `${distinctSymbol(tokens, token)} ${grouped(wallets)}`).join('; ')
  const funderRows = funders.slice(0, SHOWN).map((funder) => [tokenCounts(funder.in), partyName(funder)])
  const depositRows = deposits.slice(0, SHOWN).map((deposit) => [tokenCounts(deposit.in), partyName(deposit)])
  return [
    ...(total === 0 ? [] : ['', `${countOf(total, 'funder')} of wallets of at least two:`, table(['wallets', 'funder'], funderRows), ...more(total)]),
    ...creators.map((creator) => `\n${partyName(creator)} created ${creator.tokens.map((token) => distinctSymbol(tokens, token)).join(', ')}.`),
    ...(paid === 0
      ? []
      : [
          '',
          `${countOf(paid, 'deposit address', 'deposit addresses')} of wallets of at least two:`,
          table(['wallets', 'address'], depositRows),
          ...more(paid),
        ]),
  ]
}

function serialLines({ entries, total, tokens, network, counted, not_counted_total: missing }: SerialRecord): string[] {
  const rest = missing === 0 ? [] : [`Who was early is unknown for ${countOf(missing, 'stored token')}; take a snapshot of each.`]
  const head = `${countOf(total, 'wallet')} early in at least two of ${countOf(counted, 'counted token')}.`
  const { symbol } = NETWORKS[network].native
  const rows = entries
    .slice(0, SHOWN)
    .map(({ tokens: count, native, name, wallets, lines }) => [
      grouped(count),
      native.realised === null
        ? 'unknown'
        : `${unitsText(native.realised)}${native.known < lines.length ? ` in ${native.known} of ${lines.length}` : ''}`,
      lines.map(({ token, roles }) => `${distinctSymbol(tokens, token)} ${roles.join(' ')}`).join('; '),
      name ?? wallets.map(partyName).join(', '),
    ])
  return [head, ...(total === 0 ? [] : [table(['tokens', `realised in ${symbol}`, 'early in', 'who'], rows), ...more(total)]), ...rest]
}
