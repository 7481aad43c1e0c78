import type { Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../../../src-shared/domain/events.ts'
import type { Funding } from '../../../../../src-shared/domain/token.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef } from '../../../adapter.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import type { IndexedPayment } from '../../rpc/funding-sources.ts'
import { contradiction, NodeFault } from '../../../rpc/node-fault.ts'
import type { Node } from '../../rpc/node.ts'
import { hexBig, hexNumber, rawReceipt, rawTransaction, type RawBlock, type RawTransaction } from '../../transaction/raw.ts'
import { traceBlock, type TraceStep } from './traces.ts'

export type FundingAnswer = { readonly funding: Funding; readonly transfer: Transfer | null }

/** State of a wallet at the end of a block, from an archive node. */
export interface WalletStates {
  balance(block: number): Promise<bigint>
  nonce(block: number): Promise<number>
}

/**
 * First block after which a wallet has coins or has sent a transaction; null when neither is true at `at`.
 *
 * The condition is monotonic: before the first outgoing transaction a balance can only rise, and a nonce never falls
 * (docs/detection.md#first-funder). One binary search is therefore enough: 25 steps on a chain of 30 million blocks. The nonce is read
 * only where the balance is zero and the wallet has ever sent a transaction: 26 calls for most wallets, at most twice that.
 *
 * @param guess a block from a provider's index; two calls verify it
 */
export async function firstTouchedBlock(states: WalletStates, at: number, guess: number | null = null): Promise<number | null> {
  const everSent = (await states.nonce(at)) > 0
  const touched = async (block: number): Promise<boolean> => (await states.balance(block)) > 0n || (everSent && (await states.nonce(block)) > 0)
  if (!everSent && !(await touched(at))) return null
  if (guess !== null && guess <= at && (await touched(guess)) && (guess === 0 || !(await touched(guess - 1)))) return guess
  let low = 0
  let high = at
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (await touched(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The first native payment to a wallet, or the reason why it cannot be determined. Uses old state, with a guess from `trace_filter`
 * where the endpoint supports it; without old state, a provider's index of transfers.
 */
export async function readFirstFunding(
  node: Node,
  network: NetworkId,
  query: { readonly wallet: Address; readonly guess: number | null },
  at: BlockRef,
  signal: AbortSignal,
): Promise<FundingAnswer> {
  const { wallet } = query
  try {
    return await fundingByState(node, network, query, at, signal)
  } catch (error) {
    if (!(error instanceof NodeFault) || error.kind !== 'no_state') throw error
    const indexed = await node.funding.indexed(wallet, at.number, signal)
    if (indexed === null) throw error
    return fundingByIndex(node, network, wallet, indexed, signal)
  }
}

export const walletStates = ({ rpc }: Node, wallet: Address, signal: AbortSignal): WalletStates => ({
  balance: (block) => request(rpc, hexBig, 'eth_getBalance', [wallet, toHexNumber(block)], signal),
  nonce: (block) => request(rpc, hexNumber, 'eth_getTransactionCount', [wallet, toHexNumber(block)], signal),
})

async function fundingByState(
  node: Node,
  network: NetworkId,
  { wallet, guess }: { readonly wallet: Address; readonly guess: number | null },
  at: BlockRef,
  signal: AbortSignal,
): Promise<FundingAnswer> {
  const traced = guess === null ? await node.funding.tracedBlock(wallet, at.number, signal) : null
  const block = await firstTouchedBlock(walletStates(node, wallet, signal), at.number, traced ?? guess)
  const answer = await fundingInBlock(node, network, wallet, block, signal)
  return { ...answer, funding: { ...answer.funding, means: traced !== null && traced === block ? 'trace_filter' : 'old state', proof: 'birth' } }
}

async function fundingInBlock(node: Node, network: NetworkId, wallet: Address, block: number | null, signal: AbortSignal): Promise<FundingAnswer> {
  if (block === null) return without(wallet, null, null, 'The wallet never held the native coin.')
  if (block === 0) return without(wallet, 0, null, 'The coins were allocated in the genesis block.')
  const full = await node.blocks.withTransactions(block, signal)
  return (
    (await paidDirectly(node, network, wallet, full, signal)) ??
    paidByProtocol(wallet, full) ??
    (await paidInside(node, network, wallet, full, signal))
  )
}

/** A provider's index has payments, but no protocol deposits or withdrawals. The block of its transaction is verified. */
async function fundingByIndex(node: Node, network: NetworkId, wallet: Address, found: IndexedPayment, signal: AbortSignal): Promise<FundingAnswer> {
  const receipt = await request(node.rpc, rawReceipt, 'eth_getTransactionReceipt', [found.tx], signal)
  if (receipt.blockNumber !== found.block || receipt.status === 0) {
    throw contradiction(node.rpc.hosts, `its index of transfers names ${found.tx} in block ${found.block}, its receipt does not`)
  }
  const { time } = await node.blocks.header(found.block, signal)
  const { raw, tx } = found
  const outer = found.from === receipt.from ? null : await request(node.rpc, rawTransaction, 'eth_getTransactionByHash', [found.tx], signal)
  const from = outer === null ? found.from : payerOf(outer, { from: found.from, value: raw }, null)
  const answer = paid(network, wallet, { number: found.block, timestamp: time }, { from, raw, tx, txIndex: receipt.transactionIndex, event: 0 })
  return { ...answer, funding: { ...answer.funding, means: 'provider index', proof: 'believed' } }
}

type Paying = Pick<TraceStep, 'from' | 'value'>

/**
 * The payer of an internal transfer: the sender of the transaction where its coins reached the contract and cover the transfer, otherwise
 * the contract. A contract that pays out what it held before, as tokens do with coins from taxes, pays for itself.
 *
 * @param earlier steps of the same transaction before this one; null where they are unknown
 */
export function payerOf(outer: Pick<RawTransaction, 'from' | 'value'>, step: Paying, earlier: readonly TraceStep[] | null): Address {
  return outer.value >= step.value && (earlier === null || reached(outer.from, earlier).has(step.from)) ? outer.from : step.from
}

/** Addresses that coins of the sender reached. */
function reached(sender: Address, steps: readonly TraceStep[]): ReadonlySet<Address> {
  const found = new Set([sender])
  for (const { from, to, value } of steps) if (value > 0n && found.has(from)) found.add(to)
  return found
}

/** Steps of the same transaction before a step. */
export const stepsBefore = (steps: readonly TraceStep[], step: TraceStep): TraceStep[] =>
  steps.filter(({ txIndex, order }) => txIndex === step.txIndex && order < step.order)

function without(wallet: Address, block: number | null, time: number | null, reason: string): FundingAnswer {
  return { funding: { wallet, funder: null, raw: null, tx: null, block, time, reason }, transfer: null }
}

interface Payment {
  readonly from: Address
  readonly raw: bigint
  readonly tx: string
  readonly txIndex: number
  readonly event: number
}

function paid(network: NetworkId, wallet: Address, block: Pick<RawBlock, 'number' | 'timestamp'>, payment: Payment): FundingAnswer {
  const { from, raw, tx } = payment
  return {
    funding: { wallet, funder: from, raw, tx, block: block.number, time: block.timestamp, reason: null },
    transfer: {
      kind: 'transfer',
      network,
      position: { block: block.number, tx: payment.txIndex, event: payment.event },
      time: block.timestamp,
      tx,
      token: NATIVE,
      from,
      to: wallet,
      raw,
    },
  }
}

/** The first successful plain payment to the wallet in the block. */
async function paidDirectly(node: Node, network: NetworkId, wallet: Address, block: RawBlock, signal: AbortSignal): Promise<FundingAnswer | null> {
  for (const [i, tx] of block.transactions.entries()) {
    if (tx.to !== wallet || tx.value === 0n || tx.from === wallet) continue
    const receipt = await request(node.rpc, rawReceipt, 'eth_getTransactionReceipt', [tx.hash], signal)
    if (receipt.status === 0) continue
    return paid(network, wallet, block, { from: tx.from, raw: tx.value, tx: tx.hash, txIndex: i, event: 0 })
  }
  return null
}

/** Coins without a sending account: deposits from the parent chain and staking withdrawals. */
function paidByProtocol(wallet: Address, block: RawBlock): FundingAnswer | null {
  if (block.transactions.some((tx) => tx.from === wallet && (tx.mint ?? 0n) > 0n)) {
    return without(wallet, block.number, block.timestamp, 'The first coins came as a deposit from the parent chain.')
  }
  if (block.withdrawals?.some((withdrawal) => withdrawal.address === wallet) === true) {
    return without(wallet, block.number, block.timestamp, 'The first coins came as a staking withdrawal.')
  }
  return null
}

/** A payment made by a contract inside a transaction. */
async function paidInside(node: Node, network: NetworkId, wallet: Address, block: RawBlock, signal: AbortSignal): Promise<FundingAnswer> {
  const steps = await traceBlock(node.rpc, block.number, signal)
  if (steps === null) {
    return without(wallet, block.number, block.timestamp, 'The first coins came by an internal transfer, and the endpoint offers no traces.')
  }
  const step = steps.find((one) => one.to === wallet && one.value > 0n && one.from !== wallet)
  if (step !== undefined) {
    const outer = block.transactions[step.txIndex]
    const from = outer === undefined || outer.from === wallet ? step.from : payerOf(outer, step, stepsBefore(steps, step))
    return paid(network, wallet, block, { from, raw: step.value, tx: step.tx, txIndex: step.txIndex, event: step.order + 1 })
  }
  const mined = block.miner === wallet ? 'The first coins came as a block reward.' : 'No transaction of the block explains the first coins.'
  return without(wallet, block.number, block.timestamp, mined)
}
