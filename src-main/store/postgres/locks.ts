import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { WriteName } from '../writes.ts'

/**
 * Which writes may run at the same time. SQLite runs one after the other; here two of them do when they share a lock, which the transaction
 * holds to its end. Locks are taken in the order of this file, so that no two writes wait for each other.
 */

/** Cases, keys, jobs, rules and settings are read before they are changed, and are few: one at a time. */
const SERVICE = 'service'
/** The numbers of trades grow in the order in which trades become visible, which is what a stream resumes by. */
export const TRADE_NUMBERS = 'trade numbers'
/** Shared by all writes, and taken alone by what deletes names. */
export const NAMES = 'names'

/** Facts of a token, which wait for other facts of that token alone, and facts of wallets, each of which is one statement for itself. */
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
