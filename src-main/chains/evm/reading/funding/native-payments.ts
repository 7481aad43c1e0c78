import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { CoinPayments, CoinPaymentsQuery } from '../../../adapter.ts'
import { collectPayments, type PaymentPart } from '../../../payments/collect-payments.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { Node } from '../../rpc/node.ts'
import type { RawBlock, RawReceipt, RawTransaction } from '../../transaction/raw.ts'
import { nativeTransfer, type Paid } from './first-payment.ts'
import { blocksByState, isCall, walletStates } from './payments.ts'
import { settle } from './settle.ts'
import { searchStates, type WalletStates } from './touched-blocks.ts'

/** All payments of a wallet in the native coin, and what remains unknown about them. */

const BLOCK_CONCURRENCY = 4
/** A transfer to an account without code takes exactly this: https://eips.ethereum.org/EIPS/eip-2028 and the yellow paper, appendix G. */
const TRANSFER_GAS = 21_000

const NO_TRACES = 'The endpoint offers no traces, so coin that contracts passed on, paid out or returned may be missing.'
const BY_BALANCE =
  'The endpoint offers no trace_filter, so this contract is read where its balance changed: coin that came and went between may be missing.'
const FROM_PROTOCOL = 'Block rewards, staking withdrawals and deposits from the parent chain have no sender and are left out.'

type Query = Pick<CoinPaymentsQuery, 'wallet' | 'side' | 'most'>
type Period = { readonly from: number; readonly to: number }

/**
 * Native coin that a wallet paid or received in a closed range of blocks. The blocks come from `trace_filter` if the endpoint supports it, otherwise
 * from old state. Traces of a block are read if a contract may have moved the wallet's coins. Without traces, the rows are those that transactions
 * alone show.
 *
 * @throws NodeFault `no_state` when the endpoint has neither `trace_filter` nor old state
 */
export async function readNativePayments(
  node: Node,
  network: NetworkId,
  query: Query,
  { from, to }: Period,
  signal: AbortSignal,
): Promise<CoinPayments> {
  const { wallet, side, most } = query
  const states = walletStates(node, wallet, null, signal)
  const hasCode = from <= to && ((await node.accounts.codeSizes([wallet], to, signal)).get(wallet) ?? 0) > 0
  const size = most + 1
  let isTraced = true
  let [isComplete, fromProtocol] = [true, false]
  async function blocksFrom(first: number): Promise<readonly number[]> {
    const traced = await node.funding.tracedBlocks({ wallet, side, from: first, to, most: size }, signal)
    if (traced !== null) return traced
    isTraced = false
    const period = { side, before: Math.max(0, first - 1), to, most: size }
    // A contract pays without sending a transaction, so its balance changes and its nonce does not.
    return hasCode ? searchStates(states, { ...period, side: 'received' }) : blocksByState(node, wallet, states, period, signal)
  }
  async function* parts(): AsyncGenerator<PaymentPart> {
    for (let first = from; first <= to;) {
      const blocks = await blocksFrom(first)
      const last = blocks.at(-1)
      if (last === undefined) return
      yield { size: blocks.length, until: (await node.blocks.header(last, signal)).time, read: () => readBlocks(blocks) }
      if (blocks.length < size) return
      first = last + 1
    }
  }
  async function readBlocks(blocks: readonly number[]): Promise<Transfer[]> {
    const read = await mapLimited(blocks, BLOCK_CONCURRENCY, (block) => paymentsIn({ node, network, query, states, hasCode, signal }, block))
    isComplete &&= read.every((one) => one.isComplete)
    fromProtocol ||= read.some((one) => one.fromProtocol)
    return read.flatMap(({ rows }) => rows)
  }
  return {
    ...(await collectPayments(parts(), most, 'blocks')),
    unlisted: fromProtocol ? FROM_PROTOCOL : null,
    unread: isComplete ? (hasCode && !isTraced ? BY_BALANCE : null) : NO_TRACES,
  }
}

interface Reading {
  readonly node: Node
  readonly network: NetworkId
  readonly query: Query
  readonly states: WalletStates
  readonly hasCode: boolean
  readonly signal: AbortSignal
}

interface BlockPayments {
  readonly rows: readonly Transfer[]
  /** Whether the rows are complete. */
  readonly isComplete: boolean
  readonly fromProtocol: boolean
}

/** A transaction from or to the wallet that did not fail. */
interface Outer {
  readonly tx: RawTransaction
  readonly receipt: RawReceipt
  readonly txIndex: number
}

async function paymentsIn(reading: Reading, number: number): Promise<BlockPayments> {
  const { node, network, query, signal } = reading
  const { wallet, side } = query
  const block = await node.blocks.withTransactions(number, signal)
  const outers = await outersIn(node, wallet, block, signal)
  const isComplete = side === 'paid' ? showsAllPaid(reading, outers) : await showsAllReceived(reading, block, outers)
  const steps = isComplete ? null : await node.traces.payments(number, signal)
  const paid =
    steps === null
      ? outers.flatMap(transferOf)
      : [...Map.groupBy(steps, ({ txIndex }) => txIndex)].flatMap(([txIndex, ofTx]) => settledIn(block.transactions[txIndex], txIndex, ofTx))
  const rows = paid.filter((one) => (side === 'paid' ? one.from : one.to) === wallet).map((one) => nativeTransfer(network, block, one))
  return { rows, isComplete: isComplete || steps !== null, fromProtocol: side === 'received' && isPaidByProtocol(wallet, block) }
}

async function outersIn(node: Node, wallet: Address, block: RawBlock, signal: AbortSignal): Promise<Outer[]> {
  const found = [...block.transactions.entries()].filter(([, { from, to, value }]) => from === wallet || (to === wallet && value > 0n))
  const receipts = await node.receipts.in(
    block.number,
    found.map(([, { hash }]) => hash),
    signal,
  )
  return found.flatMap(([txIndex, tx]) => {
    const receipt = receipts.get(tx.hash)
    return receipt === undefined ? [] : [{ tx, receipt, txIndex }]
  })
}

const succeeded = ({ receipt }: Outer): boolean => receipt.status !== 0

/** The payments of a transaction itself, without traces. */
function transferOf(outer: Outer): Paid[] {
  const { tx, receipt, txIndex } = outer
  const to = tx.to ?? receipt.contractAddress
  if (!succeeded(outer) || tx.value === 0n || to === null || to === undefined || to === tx.from) return []
  return [{ from: tx.from, to, raw: tx.value, tx: tx.hash, txIndex, event: 0 }]
}

function settledIn(outer: RawTransaction | undefined, txIndex: number, steps: Parameters<typeof settle>[1]): Paid[] {
  return outer === undefined ? [] : settle(outer.from, steps).map((one, event) => ({ ...one, tx: outer.hash, txIndex, event }))
}

/** Whether transactions alone show what the wallet paid: no code received any of it, and the wallet has no code that pays. */
function showsAllPaid({ query: { wallet }, hasCode }: Reading, outers: readonly Outer[]): boolean {
  const runsCode = ({ tx, receipt }: Outer): boolean => isCall(tx.input) || receipt.gasUsed !== TRANSFER_GAS
  return !hasCode && !outers.some((outer) => outer.tx.from === wallet && outer.tx.value > 0n && succeeded(outer) && runsCode(outer))
}

/** Whether transactions alone show what the wallet received: together with the fees they explain its balance. */
async function showsAllReceived({ query: { wallet }, hasCode, states }: Reading, block: RawBlock, outers: readonly Outer[]): Promise<boolean> {
  if (hasCode) return false
  const change = (await states.balance(block.number)) - (await states.balance(block.number - 1))
  const moved = outers.flatMap(transferOf).reduce((sum, { to, raw }) => (to === wallet ? sum + raw : sum - raw), 0n)
  const fees = outers.filter(({ tx }) => tx.from === wallet).map(({ receipt }) => feeOf(receipt))
  return fees.every((fee) => fee !== null) && change === moved - fees.reduce((sum, fee) => sum + fee, 0n)
}

function feeOf({ gasUsed, effectiveGasPrice, l1Fee }: RawReceipt): bigint | null {
  return gasUsed === null || gasUsed === undefined || effectiveGasPrice === null || effectiveGasPrice === undefined
    ? null
    : BigInt(gasUsed) * effectiveGasPrice + (l1Fee ?? 0n)
}

const isPaidByProtocol = (wallet: Address, { miner, withdrawals, transactions }: RawBlock): boolean =>
  miner === wallet ||
  withdrawals?.some(({ address }) => address === wallet) === true ||
  transactions.some(({ from, mint }) => from === wallet && (mint ?? 0n) > 0n)
