import type { WalletOverview } from '../../../src-shared/contract/records/wallets.ts'
import { fullerResult } from '../../../src-shared/domain/fuller-result.ts'
import { countOf, coverageText, distinctSymbol, shortAddress, shortPercent, unitsText } from '../../../src-shared/domain/shown.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { walletOverview } from '../../engine/wallet-overview.ts'
import { print, printJson, printToStderr } from '../output.ts'
import type { Work } from '../command.ts'
import type { CommonOptions } from '../session.ts'
import { table } from '../table.ts'
import { networkArgument, walletArgument } from '../token-argument.ts'

/** Maximum funded wallets and neighbours printed. */
const FUNDED = 20
const NEIGHBOURS = 20

export function acrossTokens({ json }: CommonOptions, networkText: string, address: string): Work {
  const network = networkArgument(networkText)
  const wallet = walletArgument(network, address)
  return async ({ store, engine }) => {
    const found = await walletOverview({ store, engine }, { network, wallet })
    if (json) return printJson(found)
    print([headLine(found), ...tokenLines(found), ...funderLines(found), ...fundedLines(found), ...neighbourLines(found)].join('\n'))
    for (const { address: token, coverage } of found.tokens)
      if (coverage !== null) printToStderr(`Coverage of ${distinctSymbol(found.tokens, token).replace(/\s+/g, ' ')}: ${coverageText(coverage)}.`)
  }
}

const namedTags = ({ tags }: Pick<WalletOverview, 'tags'>): string[] => tags.filter((tag) => tag !== 'wallet')

const nameOf = (party: Pick<WalletOverview, 'label' | 'tags'>): string => party.label ?? namedTags(party).join(', ')

function headLine(found: WalletOverview): string {
  const name = nameOf(found)
  return `${found.address}${name === '' ? '' : ` (${name})`} on ${NETWORKS[found.network].name}`
}

function tokenLines({ tokens, tokens_total, network }: WalletOverview): string[] {
  if (tokens.length === 0) return ['No stored token names this wallet.']
  const { symbol: coin } = NETWORKS[network].native
  const rows = tokens.map(({ address, wallet }) => {
    const name = distinctSymbol(tokens, address)
    if (wallet === null) return [name, 'not computed', '', '', '', '', address]
    const roles = [
      ...namedTags(wallet),
      ...wallet.roles,
      ...wallet.roles_unknown.map((role) => `${role}?`),
      ...(wallet.cluster === null ? [] : ['cluster']),
    ]
    const { result, currency } = fullerResult(wallet)
    const unit = { native: coin, usd: 'USD', other: wallet.other?.symbol ?? shortAddress(wallet.other?.token ?? '') }[currency]
    const results = [result.realised, result.unrealised].map((each) => (each === null ? 'unknown' : unitsText(each)))
    const leftOut = (result.left_out ?? 0) > 0 ? `, ${countOf(result.left_out ?? 0, 'trade')} left out` : ''
    const [bought, sold] = [wallet.bought, wallet.sold].map((amount) => (amount === null ? 'unknown' : unitsText(amount)))
    return [name, shortPercent(wallet.percentage), bought ?? '', sold ?? '', `${results.join(' / ')} ${unit}${leftOut}`, roles.join(' '), address]
  })
  const more = tokens_total - tokens.length
  return [
    '',
    table(['token', 'percent', 'bought', 'sold', 'result, realised / not', 'roles', 'address'], rows),
    ...(more > 0 ? [`and ${countOf(more, 'older token')}.`] : []),
  ]
}

const END = {
  service: 'The last one is a service, so the chain ends.',
  unknown: 'The funder of the last one is not stored.',
  limit: 'The chain continues.',
} as const

function funderLines({ funders, funders_end, network }: WalletOverview): string[] {
  if (funders.length === 0) return ['', 'The first funder of this wallet is not stored.']
  const { symbol } = NETWORKS[network].native
  const lines = funders.map((one, i) => {
    const amount = one.amount === null ? '' : `, ${unitsText(one.amount)} ${symbol}`
    const name = nameOf(one)
    return `${'  '.repeat(i)}funded by ${one.address}${name === '' ? '' : ` (${name})`}${amount}${one.time === null ? '' : `, ${new Date(one.time * 1000).toISOString().slice(0, 10)}`}`
  })
  return ['', ...lines, END[funders_end]]
}

function fundedLines({ funded, funded_total }: WalletOverview): string[] {
  if (funded_total === 0) return []
  const shown = funded.slice(0, FUNDED)
  const more = funded_total - shown.length
  const named = shown.map((one) => `- ${one.address}${nameOf(one) === '' ? '' : ` (${nameOf(one)})`}`)
  return ['', `First funded ${countOf(funded_total, 'wallet')}:`, ...named, ...(more > 0 ? [`and ${more} more.`] : [])]
}

function neighbourLines({ neighbours, neighbours_total, tokens }: WalletOverview): string[] {
  if (neighbours.length === 0) return []
  const counted = (count: number | null): string => (count === null ? 'unknown' : String(count))
  const rows = neighbours
    .slice(0, NEIGHBOURS)
    .map((one) => [
      one.address,
      nameOf(one),
      counted(one.sent),
      counted(one.received),
      one.tokens.map((token) => distinctSymbol(tokens, token)).join(', '),
    ])
  const more = neighbours_total - rows.length
  return ['', table(['neighbour', 'name', 'times sent', 'times received', 'tokens'], rows), ...(more > 0 ? [`and ${more} more.`] : [])]
}
