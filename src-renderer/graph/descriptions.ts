import { shortAddress } from '../format/address.ts'
import { countOf, formatAmount, formatPercent } from '../format/number.ts'
import { formatDuration, formatMoment } from '../format/time.ts'
import type { ExplainedCluster, SnapshotLink, SnapshotNode, SnapshotRecord } from '../../src-shared/contract/records/index.ts'
import type { GraphCluster, GraphNode } from './elements/elements.ts'
import { NODE_STYLES } from './elements/style-table.ts'

/** Sentences about wallets, links and clusters. Pure. */

/** Symbol of the token that a link moved, or its short address if the symbol is unknown. */
export function linkSymbol(link: Pick<SnapshotLink, 'token'>, snapshot: SnapshotRecord): string {
  if (link.token === 'self') return snapshot.token_metadata.symbol || shortAddress(snapshot.token_address)
  if (link.token === 'native') return snapshot.currency.native.symbol
  const known = snapshot.token_links.find((entry) => entry.token.address === link.token)
  return known?.token.symbol ?? shortAddress(link.token)
}

/** Label or short address of a wallet in the snapshot. */
export function walletName(address: string, nodes: ReadonlyMap<string, Pick<SnapshotNode, 'label'>>): string {
  return nodes.get(address)?.label ?? shortAddress(address)
}

type Names = ReadonlyMap<string, Pick<SnapshotNode, 'label'>>

export function describeLink(link: SnapshotLink, snapshot: SnapshotRecord, names: Names): string {
  const [source, target] = [walletName(link.source, names), walletName(link.target, names)]
  switch (link.kind) {
    case 'same_tx':
    case 'same_block':
      return together(link, source, target, snapshot)
    case 'funding':
      return link.forward >= link.backward
        ? funded(source, target, link.forward, link, snapshot)
        : funded(target, source, link.backward, link, snapshot)
    case 'transfer':
      return transferred(link, source, target, snapshot)
  }
}

function together(link: SnapshotLink, source: string, target: string, snapshot: SnapshotRecord): string {
  const unit = link.kind === 'same_tx' ? 'transaction' : 'block'
  const times = sumCounts(link)
  const often = times !== null && times > 1 ? `, ${times} times` : ''
  return `${source} and ${target} acted in the same ${unit}${often}${tail(link, snapshot)}.`
}

function funded(from: string, to: string, amount: number, link: SnapshotLink, snapshot: SnapshotRecord): string {
  const what = amount > 0 ? ` with ${formatAmount(amount)} ${linkSymbol(link, snapshot)}` : ''
  return `${from} first funded ${to}${what}${tail(link, snapshot)}.`
}

function transferred(link: SnapshotLink, source: string, target: string, snapshot: SnapshotRecord): string {
  const symbol = linkSymbol(link, snapshot)
  const reversed = link.forward === 0 && link.backward > 0
  const [from, to] = reversed ? [target, source] : [source, target]
  const [sent, back] = reversed ? [link.backward, 0] : [link.forward, link.backward]
  const gotBack = back > 0 ? ` and got back ${formatAmount(back)} ${symbol}` : ''
  const times = sumCounts(link)
  const count = times === null ? ' in total' : ` in ${countOf(times, 'transfer')}`
  return `${from} sent ${to} ${formatAmount(sent)} ${symbol}${gotBack}${count}${tail(link, snapshot)}.`
}

/** Number of transfers in both directions; null if either count is unknown. */
function sumCounts(link: Pick<SnapshotLink, 'forward_count' | 'backward_count'>): number | null {
  return link.forward_count === null || link.backward_count === null ? null : link.forward_count + link.backward_count
}

function tail(link: SnapshotLink, snapshot: SnapshotRecord): string {
  if (link.first_time === null) return '; times unknown'
  const launch = snapshot.token_metadata.created_at
  const first = launch === null ? `on ${formatMoment(link.first_time)}` : sinceLaunch(link.first_time, launch)
  return sumCounts(link) === 1 ? `, ${first}` : `, first ${first}`
}

/** "2 h before launch", "at launch", "3 d after launch". Unix seconds. */
export function sinceLaunch(time: number, launch: number): string {
  if (time === launch) return 'at launch'
  return `${formatDuration(Math.abs(time - launch))} ${time < launch ? 'before' : 'after'} launch`
}

/**
 * One line under the name of a wallet in the tooltip.
 *
 * @param balance null if it is unknown
 */
export function describeNode(node: GraphNode, balance: number | null, symbol: string): string {
  const links = node.degree === 0 ? 'no links here' : countOf(node.degree, 'link')
  const kind = node.kind === 'wallet' ? '' : `${NODE_STYLES[node.kind].label}. `
  return `${kind}${holdingText(node, balance, symbol)}; ${links}.`
}

function holdingText({ percentage }: GraphNode, balance: number | null, symbol: string): string {
  if (balance === null) return 'Balance unknown'
  // A token without a known supply has no shares, but has holders.
  return balance > 0 ? `Holds ${formatPercent(percentage)}, ${formatAmount(balance)} ${symbol}` : 'Holds nothing'
}

/** The engine's explanation of a cluster, or a sentence based on the snapshot alone. */
export function describeCluster(cluster: GraphCluster, explained: ExplainedCluster | null): string {
  return (
    explained?.sentence ?? `${countOf(cluster.holders, 'wallet')} together ${cluster.holders === 1 ? 'holds' : 'hold'} ${formatPercent(cluster.pct)}.`
  )
}
