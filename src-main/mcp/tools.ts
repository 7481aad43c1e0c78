import type { RouteId } from '../../src-shared/contract/routes.ts'
import { addFinding, addNote } from './case-tools.ts'
import type { Computed } from './part-answer.ts'
import { snapshotDiff } from './snapshot-diff.ts'
import { listRules } from './watch-tools.ts'

/** The tools: each answers with one or more routes of the contract, which give its arguments, its schemas and its description. */

/** How the list of a long answer continues. */
export interface Paging {
  /** The list inside the data. */
  readonly path: readonly [part: string, list: string]
  /** `slice`: the route answers everything. `offset` and `cursor`: parameters of the route. */
  readonly by: 'slice' | 'offset' | 'cursor'
  /** Field with the length of the list; default: `total`. */
  readonly total?: string
}

export interface Part {
  readonly route: RouteId
  /** Fields of the answer that are kept; default: all. */
  readonly only?: readonly string[]
}

export interface Tool {
  readonly name: string
  readonly title: string
  /** Added to the summaries of the routes. */
  readonly hint?: string
  /** Routes by the name that their answer has in the data. */
  readonly parts: Readonly<Record<string, RouteId | Part>>
  readonly paging?: Paging
  /** For answers that no route gives: combined from several calls. */
  readonly computed?: Computed
  /** Arguments that the tool sets itself. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** Changes stored data. Offered to keys with the permission `manage` only. */
  readonly writes?: true
  /** Also offered to these keys only, although it changes nothing: its routes need the permission. */
  readonly needsManage?: true
}

const NOT_CHECKED = 'What could not be determined is null or listed under unknown and not_checked; it never means clean.'

/** Shows which lists are unknown: if one is, its empty list is not a finding. */
const SHARES: Part = { route: 'localOverview', only: ['cluster_pct', 'snipers_pct', 'bundlers_pct', 'insiders_pct', 'dev_pct'] }

export const TOOLS: readonly Tool[] = [
  {
    name: 'find_token',
    title: 'Find a stored token',
    parts: { tokens: 'localTokens' },
    paging: { path: ['tokens', 'tokens'], by: 'slice' },
  },
  { name: 'token_overview', title: 'Overview of a token', parts: { token: 'localToken', overview: 'localOverview' }, hint: NOT_CHECKED },
  { name: 'holders', title: 'Holders of a token', parts: { holders: 'localHolders' }, paging: { path: ['holders', 'holders'], by: 'offset' } },
  {
    name: 'clusters',
    title: 'Clusters of a token',
    parts: { clusters: 'localClusters' },
    paging: { path: ['clusters', 'clusters'], by: 'slice' },
    hint: 'An edge is evidence with its rule, threshold and transactions, not proof of one owner.',
  },
  { name: 'why_joined', title: 'Why two wallets are joined', parts: { why: 'why' } },
  { name: 'path_between', title: 'Path of money between two wallets', parts: { path: 'path' } },
  {
    name: 'early_buyers',
    title: 'Early buyers of a token',
    parts: { early: 'early', overview: SHARES },
    paging: { path: ['early', 'snipers'], by: 'slice' },
    hint: NOT_CHECKED,
  },
  { name: 'scan', title: 'Security scan of a token', parts: { scan: 'localScan' }, hint: NOT_CHECKED },
  {
    name: 'scan_diff',
    title: 'What changed between scans',
    parts: {
      scan: { route: 'localScan', only: ['score', 'changes', 'previous_at', 'unknowns', 'partial'] },
      history: 'scanHistory',
    },
  },
  {
    name: 'snapshot_diff',
    title: 'What changed between two snapshots',
    parts: {},
    computed: snapshotDiff,
    hint: 'Wallets, clusters and links that differ between two snapshots of a token, largest change first; by default of the two newest.',
  },
  { name: 'trades', title: 'Trades of a token, pool or signer', parts: { trades: 'trades' }, paging: { path: ['trades', 'trades'], by: 'cursor' } },
  { name: 'wallet', title: 'One wallet of a token', parts: { wallet: 'wallet', neighbours: 'neighbours', lines: 'lifeLines' } },
  { name: 'wallet_overview', title: 'One wallet across all stored tokens', parts: { wallet: 'walletOverview' }, hint: NOT_CHECKED },
  {
    name: 'trace',
    title: 'A trace of money',
    parts: { trace: 'trace' },
    paging: { path: ['trace', 'payments'], by: 'slice' },
    hint: 'fifo and proportional are two conventions of counting, not proof. Money is not followed through services.',
  },
  { name: 'traces', title: 'Traces of money', parts: { traces: 'traces' }, paging: { path: ['traces', 'traces'], by: 'slice' } },
  { name: 'alerts', title: 'Alerts of watch rules', parts: { alerts: 'watchAlerts' }, paging: { path: ['alerts', 'alerts'], by: 'slice' } },
  {
    name: 'tokens_in_common',
    title: 'What stored tokens have in common',
    parts: { common: 'inCommon' },
    paging: { path: ['common', 'wallets'], by: 'offset', total: 'wallets_total' },
    hint: `Services are listed separately because all tokens share them. ${NOT_CHECKED}`,
  },
  {
    name: 'serial_wallets',
    title: 'Wallets that were early in several stored tokens',
    parts: { serial: 'serial' },
    paging: { path: ['serial', 'entries'], by: 'offset' },
    hint: NOT_CHECKED,
  },
  {
    name: 'in_common',
    title: 'Wallets that several lists of a token share',
    parts: { overlap: 'localOverlap', overview: SHARES },
    hint: NOT_CHECKED,
  },
  {
    name: 'evidence_bundle',
    title: 'All evidence on a token',
    parts: {
      token: 'localToken',
      overview: 'localOverview',
      distribution: {
        route: 'localDistribution',
        only: ['gini', 'hhi', 'nakamoto', 'top_10_holder_concentration', 'basis', 'merged', 'merged_unknown'],
      },
      clusters: 'localClusters',
      early: 'early',
      overlap: 'localOverlap',
      scan: { route: 'localScan', only: ['score', 'findings', 'ledger', 'unknowns', 'partial', 'changes', 'previous_at'] },
      snapshots: 'localSnapshots',
    },
    hint: `Long lists are shortened here; the tools of the same names return the rest. ${NOT_CHECKED}`,
  },
  {
    name: 'read_token',
    title: 'Read a token from its chain',
    parts: { job: 'startJob' },
    fixed: { kind: 'read' },
    writes: true,
    hint: 'Answers at once with the job; other tools answer token_pending until it has read enough.',
  },
  {
    name: 'start_trace',
    title: 'Trace money of a wallet',
    parts: { trace: 'startTrace' },
    writes: true,
    hint: 'Answers at once; the tool trace has what was found so far.',
  },
  { name: 'watch_rules', title: 'Watch rules', parts: {}, computed: listRules, needsManage: true, hint: 'Watch rules, newest first.' },
  { name: 'test_watch_rule', title: 'Test a watch rule on stored history', parts: { trial: 'testWatchRule' }, needsManage: true },
  {
    name: 'create_watch_rule',
    title: 'Create a watch rule',
    parts: { rule: { route: 'createWatchRule', only: ['id', 'name', 'enabled', 'subject', 'condition', 'quiet_seconds', 'notice', 'webhook_url'] } },
    writes: true,
  },
  { name: 'take_snapshot', title: 'Take a snapshot of a token', parts: { snapshot: 'takeSnapshot' }, writes: true },
  { name: 'add_note', title: 'Write a note into a case', parts: {}, computed: addNote, writes: true, hint: 'Writes a note into a case of the user.' },
  {
    name: 'add_finding',
    title: 'Write a finding into a case',
    parts: {},
    computed: addFinding,
    writes: true,
    hint: 'Writes a finding into a case of the user: a sentence of its report with its evidence, stored as it is now.',
  },
]

export const partOf = (part: RouteId | Part): Part => (typeof part === 'string' ? { route: part } : part)
