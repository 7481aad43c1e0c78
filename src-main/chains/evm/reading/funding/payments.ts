import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../../src-shared/domain/events.ts'
import type { Activity, LookupMethod } from '../../../../../src-shared/domain/token.ts'
import { NETWORKS, type NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef, NativePayments, PaymentsQuery } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { request } from '../../../rpc/request.ts'
import { blockAt } from '../../../blocks/block-at.ts'
import { nativeTransfer, payerOf, stepsBefore, type Paid } from './first-payment.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { addressTopic } from '../../encoding/words.ts'
import type { Node } from '../../rpc/node.ts'
import { toTransfers, TRANSFER_TOPIC } from '../../transaction/transfer-log.ts'
import { readSourced } from '../archive/read-archived.ts'
import { hexNumber, type RawBlock } from '../../transaction/raw.ts'
import type { TraceStep } from '../../rpc/blocks/traces.ts'
import { memoizeStates, searchStates, touchedBlocks, type Period, type WalletStates } from './touched-blocks.ts'
import type { SharedBalances } from './shared-balances.ts'

const BLOCK_CONCURRENCY = 4

/** The number of transactions that an address has sent, from its nonce. */
export async function readActivity({ rpc }: Node, address: Address, at: BlockRef, signal: AbortSignal): Promise<Activity> {
  const transactions = await request(rpc, hexNumber, 'eth_getTransactionCount', [address, toHexNumber(at.number)], signal)
  return { address, transactions, atLeast: false, seconds: null }
}

/**
 * Native coin that a wallet paid or received. The blocks come from `trace_filter` if the endpoint supports it, otherwise from old state, and are read
 * in full.
 *
 * @throws NodeFault `no_state` when the endpoint does not keep old state
 */
export async function readPayments(
  node: Node,
  network: NetworkId,
  query: PaymentsQuery,
  at: BlockRef,
  signal: AbortSignal,
  balances: SharedBalances | null = null,
): Promise<NativePayments> {
  const { wallet, side, since, until, least, most } = query
  const { from, to } = await blocksWithin(node, network, { since, until }, at, signal)
  if (from > to) return { rows: [], complete: true, inspected: 0, means: 'old state' }
  const states = walletStates(node, wallet, balances, signal)
  const before = Math.max(0, from - 1)
  if (side === 'paid' && (await states.nonce(to)) - (await states.nonce(before)) < least) {
    return { rows: [], complete: true, inspected: 0, means: 'old state' }
  }
  const traced = await node.funding.tracedBlocks({ wallet, side, from, to, most: most + 1 }, signal)
  const means: LookupMethod = traced === null ? 'old state' : 'trace_filter'
  const blocks = traced ?? (await blocksByState(node, wallet, states, { side, before, to, most: most + 1 }, signal))
  const rows = await mapLimited(blocks.slice(0, most), BLOCK_CONCURRENCY, (block) => paymentsIn(node, network, query, block, signal))
  const others = await paidInOtherCoins(node, network, query, { from, to }, signal)
  const inspected = Math.min(blocks.length, most) + others.moreQueries
  return { rows: [...rows.flat(), ...others.rows], complete: blocks.length <= most, inspected, means }
}

/** Blocks in which the wallet sent a transaction or, for `received`, its balance changed: ascending, up to `most`. */
export async function blocksByState(
  node: Node,
  wallet: Address,
  states: WalletStates,
  period: Period,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const { blocks, signed } = await touchedBlocks(states, period)
  return (await areSigned(node, wallet, signed.slice(0, period.most - 1), signal)) ? blocks : searchStates(states, period)
}

/** The blocks of a period; none if `from` is larger than `to`. */
export async function blocksWithin(
  node: Node,
  network: NetworkId,
  { since, until }: Pick<PaymentsQuery, 'since' | 'until'>,
  at: BlockRef,
  signal: AbortSignal,
): Promise<{ readonly from: number; readonly to: number }> {
  const firstAt = (time: number): Promise<number> => {
    const { after, from } = node.blocks.around(time, at)
    return blockAt(time, after, from, NETWORKS[network].blockSeconds, (block) => node.blocks.header(block, signal))
  }
  const from = await firstAt(since)
  return { from, to: (await firstAt(until + 1)) - 1 }
}

/**
 * Payments of the wallet in other tokens to the payee of the query. Their logs need no old state. An endpoint with a small block range needs
 * several queries, and each further one counts like a block read in full.
 */
async function paidInOtherCoins(
  node: Node,
  network: NetworkId,
  { wallet, also }: Pick<PaymentsQuery, 'wallet' | 'also'>,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<{ readonly rows: readonly Transfer[]; readonly moreQueries: number }> {
  if (also === undefined || also.coins.size === 0) return { rows: [], moreQueries: 0 }
  const filters = [{ addresses: [...also.coins], topics: [TRANSFER_TOPIC, addressTopic(wallet), addressTopic(also.payee)] }]
  const rows: Transfer[] = []
  let queries = 0
  for await (const page of readSourced(node, { filters, from, to, use: 'wallets', signal })) {
    // The archive is not read again after it was wrong.
    if (page.revokes !== undefined) return paidInOtherCoins(node, network, { wallet, also }, { from, to }, signal)
    const { logs } = page
    queries += page.from <= page.to ? 1 : 0
    const times = await node.blocks.times(logs, signal)
    rows.push(...toTransfers(network, logs, times))
  }
  return { rows, moreQueries: Math.max(0, queries - 1) }
}

/** The wallet's states. Balances are read together with those of the wallets that are queried next. */
export function walletStates({ rpc, accounts }: Node, wallet: Address, balances: SharedBalances | null, signal: AbortSignal): WalletStates {
  return memoizeStates({
    async balance(block) {
      const found = balances?.wallets.has(wallet) === true ? await balances.at(block, signal) : await accounts.balances([wallet], block, signal)
      return found.get(wallet) ?? 0n
    },
    nonce: (block) => request(rpc, hexNumber, 'eth_getTransactionCount', [wallet, toHexNumber(block)], signal),
  })
}

/** Whether each of the blocks has a transaction of the wallet. */
async function areSigned(node: Node, wallet: Address, blocks: readonly number[], signal: AbortSignal): Promise<boolean> {
  const read = await mapLimited(blocks, BLOCK_CONCURRENCY, (block) => node.blocks.withTransactions(block, signal))
  return read.every(({ transactions }) => transactions.some((tx) => tx.from === wallet))
}

async function paymentsIn(node: Node, network: NetworkId, query: PaymentsQuery, block: number, signal: AbortSignal): Promise<Transfer[]> {
  const full = await node.blocks.withTransactions(block, signal)
  const direct = await directPayments(node, query, full, signal)
  const row = (paid: Paid): Transfer => nativeTransfer(network, full, paid)
  if (!mayPayInside(query, full, direct)) return direct.map(row)
  const steps = (await node.traces.payments(block, signal)) ?? []
  return [...direct, ...steps.flatMap((step) => paidInside(query, full, step, steps))].map(row)
}

/** Successful plain transfers of the native coin. Payments to a contract with a call are read from traces. */
async function directPayments({ receipts }: Node, { wallet, side }: PaymentsQuery, block: RawBlock, signal: AbortSignal): Promise<Paid[]> {
  const plain = [...block.transactions.entries()].flatMap(([txIndex, { from, to, value, hash, input }]) =>
    (side === 'paid' ? from : to) !== wallet || value === 0n || to === null || to === undefined || to === from || isCall(input)
      ? []
      : [{ from, to, raw: value, tx: hash, txIndex, event: 0 }],
  )
  const read = await receipts.in(
    block.number,
    plain.map(({ tx }) => tx),
    signal,
  )
  return plain.filter(({ tx }) => read.get(tx)?.status !== 0)
}

export const isCall = (input: string | undefined): boolean => input !== undefined && input !== '0x'

/** Whether traces are needed: the wallet called a contract with coin, or no plain transfer explains what it received. */
function mayPayInside({ wallet, side }: PaymentsQuery, block: RawBlock, direct: readonly Paid[]): boolean {
  if (side === 'received') return direct.length === 0
  return block.transactions.some(({ from, value, input }) => from === wallet && value > 0n && isCall(input))
}

/** An internal transfer of coins that came with the transaction. */
export function paidInside(
  { wallet, side }: Pick<PaymentsQuery, 'wallet' | 'side'>,
  block: RawBlock,
  step: TraceStep,
  steps: readonly TraceStep[],
): Paid[] {
  const outer = block.transactions[step.txIndex]
  if (step.value === 0n || outer === undefined || step.from === outer.from || step.to === outer.from) return []
  const from = payerOf(outer, step, stepsBefore(steps, step))
  if ((side === 'paid' ? from : step.to) !== wallet || from === step.to) return []
  return [{ from, to: step.to, raw: step.value, tx: step.tx, txIndex: step.txIndex, event: step.order + 1 }]
}
