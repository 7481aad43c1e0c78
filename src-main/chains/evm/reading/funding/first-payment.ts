import type { Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { FirstFunding } from '../../../adapter.ts'
import type { AttributedPayment } from '../../../payments/payments-by-balance.ts'
import type { Node } from '../../rpc/node.ts'
import type { TraceStep } from '../../rpc/blocks/traces.ts'
import type { RawBlock, RawTransaction } from '../../transaction/raw.ts'

/** Explains the first coins of wallets by the block in which they arrived. */

/**
 * @param block the first block after which the wallets exist; null when they do not exist
 * @returns an answer for each wallet, in their order
 */
export async function fundingsInBlock(
  node: Node,
  network: NetworkId,
  wallets: readonly Address[],
  block: number | null,
  signal: AbortSignal,
): Promise<FirstFunding[]> {
  if (block === null) return wallets.map((wallet) => without(wallet, null, null, 'The wallet never held the native coin.'))
  if (block === 0) return wallets.map((wallet) => without(wallet, 0, null, 'The coins were allocated in the genesis block.'))
  const full = await node.blocks.withTransactions(block, signal)
  const direct = await paidDirectly(node, network, wallets, full, signal)
  const answers = new Map(wallets.map((wallet) => [wallet, direct.get(wallet) ?? paidByProtocol(wallet, full)]))
  const unexplained = wallets.filter((wallet) => (answers.get(wallet) ?? null) === null)
  if (unexplained.length === 0) return wallets.flatMap((wallet) => answers.get(wallet) ?? [])
  const steps = await node.traces.payments(block, signal)
  const inside = wallets.map((wallet) => answers.get(wallet) ?? paidInside(network, wallet, full, steps))
  const bare = await withoutCoins(
    node,
    inside.flatMap(({ funding: { wallet, funder } }) => (funder === null && unexplained.includes(wallet) ? [wallet] : [])),
    { block, hasTraces: steps !== null },
    signal,
  )
  return inside.map((answer) => (bare.has(answer.funding.wallet) ? without(answer.funding.wallet, block, null, CAME_LATER) : answer))
}

/**
 * The wallets that exist after a block without having got coins in it: a contract was created, or a wallet delegated to code, which raises its nonce
 * (https://eips.ethereum.org/EIPS/eip-7702). Without traces, a wallet without code may have spent what it got.
 */
async function withoutCoins(
  node: Node,
  wallets: readonly Address[],
  { block, hasTraces }: { readonly block: number; readonly hasTraces: boolean },
  signal: AbortSignal,
): Promise<ReadonlySet<Address>> {
  if (wallets.length === 0) return new Set()
  const balances = await node.accounts.balances(wallets, block, signal)
  const empty = wallets.filter((wallet) => balances.get(wallet) === 0n)
  const sizes = hasTraces || empty.length === 0 ? null : await node.accounts.codeSizes(empty, block, signal)
  return new Set(empty.filter((wallet) => sizes === null || (sizes.get(wallet) ?? 0) > 0))
}

const CAME_LATER = 'The wallet existed before its first coins, so old state does not show when they came.'

/** Whether old state shows the block since which a wallet exists, but not its first payment. */
export const cameLater = ({ funding: { reason } }: FirstFunding): boolean => reason === CAME_LATER

type Paying = Pick<TraceStep, 'from' | 'value'>

/**
 * The payer of an internal transfer: the sender of the transaction if its coins reached the contract and cover the transfer, otherwise the contract.
 * A contract that pays out coins it held before, as tokens do with collected taxes, is itself the payer.
 *
 * @param earlier steps of the same transaction before this one; null if they are unknown
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

function without(wallet: Address, block: number | null, time: number | null, reason: string): FirstFunding {
  return { funding: { wallet, funder: null, raw: null, tx: null, block, time, reason }, transfer: null }
}

export interface Paid extends AttributedPayment {
  readonly tx: string
  readonly txIndex: number
  readonly event: number
}

type BlockTime = Pick<RawBlock, 'number' | 'timestamp'>

export const nativeTransfer = (network: NetworkId, block: BlockTime, { from, to, raw, tx, txIndex, event }: Paid): Transfer => ({
  ...{ kind: 'transfer', network, position: { block: block.number, tx: txIndex, event }, time: block.timestamp, tx, token: NATIVE },
  ...{ from, to, raw },
})

export function paid(network: NetworkId, wallet: Address, block: BlockTime, payment: Omit<Paid, 'to'>): FirstFunding {
  const { from, raw, tx } = payment
  return {
    funding: { wallet, funder: from, raw, tx, block: block.number, time: block.timestamp, reason: null },
    transfer: nativeTransfer(network, block, { ...payment, to: wallet }),
  }
}

/** The first successful plain payment to each of the wallets in the block. */
async function paidDirectly(
  node: Node,
  network: NetworkId,
  wallets: readonly Address[],
  block: RawBlock,
  signal: AbortSignal,
): Promise<ReadonlyMap<Address, FirstFunding>> {
  const wanted = new Set(wallets)
  const payments = [...block.transactions.entries()].filter(([, { from, to, value }]) => to != null && wanted.has(to) && value > 0n && from !== to)
  const receipts = await node.receipts.in(
    block.number,
    payments.map(([, { hash }]) => hash),
    signal,
  )
  const found = new Map<Address, FirstFunding>()
  for (const [txIndex, { from, to, value, hash }] of payments) {
    if (to == null || found.has(to) || receipts.get(hash)?.status === 0) continue
    found.set(to, paid(network, to, block, { from, raw: value, tx: hash, txIndex, event: 0 }))
  }
  return found
}

/** Coins without a sending account: deposits from the parent chain and staking withdrawals. */
function paidByProtocol(wallet: Address, block: RawBlock): FirstFunding | null {
  if (block.transactions.some((tx) => tx.from === wallet && (tx.mint ?? 0n) > 0n)) {
    return without(wallet, block.number, block.timestamp, 'The first coins came as a deposit from the parent chain.')
  }
  if (block.withdrawals?.some((withdrawal) => withdrawal.address === wallet) === true) {
    return without(wallet, block.number, block.timestamp, 'The first coins came as a staking withdrawal.')
  }
  return null
}

/** A payment made by a contract inside a transaction. */
function paidInside(network: NetworkId, wallet: Address, block: RawBlock, steps: readonly TraceStep[] | null): FirstFunding {
  if (steps === null) {
    return without(wallet, block.number, block.timestamp, 'The first coins came by an internal transfer, and the endpoint offers no traces.')
  }
  const step = steps.find((one) => one.to === wallet && one.from !== wallet)
  if (step !== undefined) {
    const outer = block.transactions[step.txIndex]
    const from = outer === undefined || outer.from === wallet ? step.from : payerOf(outer, step, stepsBefore(steps, step))
    return paid(network, wallet, block, { from, raw: step.value, tx: step.tx, txIndex: step.txIndex, event: step.order + 1 })
  }
  const mined = block.miner === wallet ? 'The first coins came as a block reward.' : 'No transaction of the block explains the first coins.'
  return without(wallet, block.number, block.timestamp, mined)
}
