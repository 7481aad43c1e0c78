import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import type { Activity } from '../../../../src-shared/domain/token.ts'
import { NETWORKS } from '../../../../src-shared/networks.ts'
import type { BlockRef, NativePayments, PaymentsQuery } from '../../adapter.ts'
import { blockAt } from '../../blocks/block-at.ts'
import { SUI_COIN } from '../encoding/move-type.ts'
import { readServiceInfo, type SuiNode } from '../rpc/node.ts'
import { anyOf, sentBy, touchesAddress, type TransactionFilter } from '../rpc/scan/filter.ts'
import { scanTransactions } from '../rpc/scan/scan.ts'
import { paymentsIn } from '../transaction/payments-in.ts'
import { toTransfer, type SuiTransaction } from '../transaction/transaction.ts'

/** SUI that an address paid or received, from balance changes. */
export async function readPayments(node: SuiNode, query: PaymentsQuery, at: BlockRef, signal: AbortSignal): Promise<NativePayments> {
  const { wallet, side, least, most, also } = query
  const { from, to, reaches } = await checkpointsWithin(node, query, at, signal)
  const found = await listTransactions(node, touchedBy(wallet, side), { from, to }, most + 1, signal)
  const inspected = found.length < least ? [] : found.slice(0, most)
  const others =
    also === undefined
      ? []
      : [...also.coins].flatMap((coin) => inspected.flatMap((tx) => decodePayments(tx, coin)).filter(({ to }) => to === also.payee))
  const rows = [...inspected.flatMap((tx) => decodePayments(tx)), ...others].filter((row) => (side === 'paid' ? row.from : row.to) === wallet)
  return { rows, complete: found.length <= most && reaches, inspected: inspected.length, means: 'ledger list' }
}

/** Transactions in which an address may have paid or received coins. */
export const touchedBy = (wallet: Address, side: PaymentsQuery['side']): TransactionFilter =>
  anyOf([[side === 'paid' ? sentBy(wallet) : touchesAddress(wallet)]])

/** The checkpoints of a period; none if `from` is larger than `to`. `reaches`: the endpoint has the first one. */
export async function checkpointsWithin(
  node: SuiNode,
  { since, until }: Pick<PaymentsQuery, 'since' | 'until'>,
  at: BlockRef,
  signal: AbortSignal,
): Promise<{ readonly from: number; readonly to: number; readonly reaches: boolean }> {
  const oldest = await readOldestCheckpoint(node, signal)
  const from = await findCheckpointAt(node, since, oldest, at, signal)
  const after = await findCheckpointAt(node, until + 1, oldest, at, signal)
  return { from, to: after - 1, reaches: oldest === 0 || from > oldest }
}

/** Limits for measuring how busy an address is: the transactions counted, and the period (docs/detection.md#hubs). */
const MAX_ACTIVITY_TRANSACTIONS = 1_000
const ACTIVITY_SECONDS = 72_000

/** The number of transactions that an address sent recently. The ledger lists them oldest first, so the search is bounded by time. */
export async function readActivity(node: SuiNode, address: Address, at: BlockRef, signal: AbortSignal): Promise<Activity> {
  const from = await findCheckpointAt(node, at.time - ACTIVITY_SECONDS, await readOldestCheckpoint(node, signal), at, signal)
  const found = await listTransactions(node, anyOf([[sentBy(address)]]), { from, to: at.number }, MAX_ACTIVITY_TRANSACTIONS, signal)
  const times = found.flatMap(({ time }) => time ?? [])
  const [first, last] = [times[0], times.at(-1)]
  return {
    address,
    transactions: found.length,
    atLeast: found.length >= MAX_ACTIVITY_TRANSACTIONS,
    seconds: first === undefined || last === undefined ? null : last - first,
  }
}

const readOldestCheckpoint = async (node: SuiNode, signal: AbortSignal): Promise<number> => (await readServiceInfo(node, signal)).firstAvailable ?? 0

const findCheckpointAt = (node: SuiNode, time: number, oldest: number, at: BlockRef, signal: AbortSignal): Promise<number> =>
  blockAt(time, Math.min(oldest, at.number), at, NETWORKS.sui.blockSeconds, (sequence) => node.checkpoints.get(sequence, signal))

async function listTransactions(
  { grpc }: SuiNode,
  filter: TransactionFilter,
  { from, to }: { from: number; to: number },
  most: number,
  signal: AbortSignal,
): Promise<SuiTransaction[]> {
  const found: SuiTransaction[] = []
  if (from > to) return found
  for await (const { transactions } of scanTransactions({ grpc, filter, from, to, signal })) {
    found.push(...transactions)
    if (found.length >= most) break
  }
  return found.slice(0, most)
}

const decodePayments = (tx: SuiTransaction, coin = SUI_COIN): Transfer[] =>
  paymentsIn(tx, coin).map((payment, event) => toTransfer(tx, event, coin, payment))
