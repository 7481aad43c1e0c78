import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { WriteName } from '../writes.ts'

/**
 * Which writes may run concurrently. SQLite runs one after another. Here, writes that share a lock run one after another, and the transaction holds
 * the lock to its end. Locks are taken in the order of this file, so that no two writes deadlock.
 */

/** Cases, keys, jobs, rules and settings are few, and are read before they are changed, so only one such write runs at a time. */
const SERVICE = 'service'
/** The numbers of trades grow in the order in which trades become visible. Streams resume by these numbers. */
export const TRADE_NUMBERS = 'trade numbers'
/** Shared by all writes, and exclusive for writes that delete names. */
export const NAMES = 'names'

/** Writes of facts. Facts of a token wait only for other facts of the same token. Facts of wallets are single statements. */
const FACTS: ReadonlySet<string> = new Set<WriteName>([
  'saveToken',
  'saveFirstRead',
  'saveNotes',
  'saveClustersFrom',
  'markOpened',
  'saveTransfers',
  'replaceTransfers',
  'forgetCoverage',
  'saveNativeTransfers',
  'saveDollarPayments',
  'saveTips',
  'saveProducedBlocks',
  'saveTradingSwitch',
  'savePools',
  'saveTrades',
  'replaceTrades',
  'saveBlocks',
  'saveBlockMarks',
  'replayBalances',
  'saveBalances',
  'saveAccounts',
  'saveActivity',
  'saveNativeBalances',
  'saveFunding',
  'saveRecordedLinks',
  'saveSnapshot',
  'saveTokenRoles',
  'saveBlock',
  'deleteBlocks',
])

/** A write and its arguments, or several that are made together. */
export interface WriteScope {
  readonly name: string
  readonly args: readonly unknown[]
}

export function locksOf(calls: readonly WriteScope[]): string[] {
  const tokens = new Set(calls.flatMap(({ args: [first] }) => tokenLock(first)))
  return [...(calls.some(({ name }) => !FACTS.has(name)) ? [SERVICE] : []), ...[...tokens].sort()]
}

function tokenLock(args: unknown): string[] {
  if (typeof args !== 'object' || args === null) return []
  if ('token' in args && isKey(args.token)) return [`${args.token.network} ${args.token.address}`]
  return isKey(args) ? [`${args.network} ${args.address}`] : []
}

const isKey = (value: unknown): value is TokenKey => typeof value === 'object' && value !== null && 'network' in value && 'address' in value
