import { z } from 'zod'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { request, type RpcClient } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import type { Node } from '../../rpc/node.ts'
import { NodeFault } from '../../../rpc/node-fault.ts'
import { hash, hexBytes, rawTransaction, type RawReceipt } from '../../transaction/raw.ts'
import { traceBlock } from '../../rpc/blocks/traces.ts'

/** The creation of a contract: when, and by whom. A null field could not be determined; `note` says why. */
export interface Creation {
  readonly block: number | null
  readonly time: number | null
  readonly tx: string | null
  /** Sender of the creating transaction: for a factory's child the caller of the factory (docs/detection.md#creator). */
  readonly creator: Address | null
  readonly note: string | null
}

const UNKNOWN = { block: null, time: null, tx: null, creator: null } as const
const otsCreator = z.object({ hash }).nullable()

/** Finds the creation of a contract that exists at block `at`. */
export async function findCreation(node: Node, contract: Address, at: number, signal: AbortSignal): Promise<Creation> {
  const { rpc, blocks } = node
  const reported = await creatorFromNode(node, contract, at, signal)
  if (reported !== null) return reported
  let block: number | null
  try {
    block = await findCreationBlock(rpc, contract, { at, near: null }, signal)
  } catch (error) {
    if (error instanceof NodeFault && error.kind === 'no_state') {
      return { ...UNKNOWN, note: `Creation not found: ${error.host} does not keep old state; set an archive endpoint to find it.` }
    }
    throw error
  }
  if (block === null) return { ...UNKNOWN, note: 'Creation not found: this address has no code.' }
  const { time } = await blocks.header(block, signal)
  const transaction = await findCreationTransaction(node, contract, block, signal)
  if (transaction === null)
    return {
      block,
      time,
      tx: null,
      creator: null,
      note: 'Creator not found: no transaction of the creation block names the token, and the endpoint offers no traces.',
    }
  return { block, time, ...transaction, note: null }
}

/**
 * Otterscan's `ots_getContractCreator` names the creating transaction (erigon, anvil, reth):
 * https://quicknode.com/docs/ethereum/ots_getContractCreator.
 */
async function creatorFromNode({ rpc, blocks }: Node, contract: Address, at: number, signal: AbortSignal): Promise<Creation | null> {
  try {
    const reported = await request(rpc, otsCreator, 'ots_getContractCreator', [contract], signal)
    if (reported === null) return null
    const tx = await request(rpc, rawTransaction, 'eth_getTransactionByHash', [reported.hash], signal)
    if (typeof tx.blockNumber !== 'number' || tx.blockNumber > at) return null
    const { time } = await blocks.header(tx.blockNumber, signal)
    return { block: tx.blockNumber, time, tx: tx.hash, creator: tx.from, note: null }
  } catch (error) {
    if (error instanceof NodeFault && error.kind !== 'unreachable' && error.kind !== 'busy') return null
    throw error
  }
}

/**
 * Reading three states together takes half the round trips and 50 % more calls than one at a time. This pays off if an answer takes longer than this.
 */
const SLOW_ANSWER_MS = 200
const PROBES = { slow: 3, fast: 1 }

/** Factor by which the distance from the expected block grows with each read. */
const STRIDE = 8

export interface CreationQuery {
  /** A block in which the contract exists. */
  readonly at: number
  /** The block around which the creation is expected; null if it may be anywhere. */
  readonly near: number | null
}

/**
 * Finds the first block after which the address has code, in about 12 round trips, or 24 short ones; in few if it is near the expected block. Null if
 * the address has no code at `at`.
 */
export async function findCreationBlock(rpc: RpcClient, contract: Address, { at, near }: CreationQuery, signal: AbortSignal): Promise<number | null> {
  const hasCode = async (block: number): Promise<boolean> =>
    (await request(rpc, hexBytes, 'eth_getCode', [contract, toHexNumber(block)], signal)).length > 2
  const askedAt = performance.now()
  if (!(await hasCode(at))) return null
  const together = performance.now() - askedAt > SLOW_ANSWER_MS ? PROBES.slow : PROBES.fast
  let [low, high] = near === null || near >= at ? [0, at] : await boundsAround(near, at, hasCode)
  while (low < high) {
    const probes = probesBetween(low, high, together)
    const found = (await Promise.all(probes.map(hasCode))).indexOf(true)
    high = probes[found] ?? high
    low = (probes[(found === -1 ? probes.length : found) - 1] ?? low - 1) + 1
  }
  return low
}

/** A range that contains the first block for which `hasCode` holds, from states at growing distances from `near`. `hasCode` holds at `at`. */
async function boundsAround(near: number, at: number, hasCode: (block: number) => Promise<boolean>): Promise<[low: number, high: number]> {
  const direction = (await hasCode(near)) ? -1 : 1
  let [low, high] = direction === 1 ? [near + 1, at] : [0, near]
  for (let distance = 1; low < high; distance *= STRIDE) {
    const block = near + direction * distance
    if (block < low || block >= high) break
    const isAfter = await hasCode(block)
    if (isAfter) high = block
    else low = block + 1
    if (isAfter === (direction === 1)) break
  }
  return [low, high]
}

/** Blocks from `low` to `high - 1` that split the range into about equal parts, ascending. */
function probesBetween(low: number, high: number, count: number): number[] {
  const step = (high - low) / (count + 1)
  return [...new Set(Array.from({ length: count }, (_, i) => Math.floor(low + step * (i + 1))))]
}

async function findCreationTransaction(
  node: Node,
  contract: Address,
  block: number,
  signal: AbortSignal,
): Promise<{ tx: string; creator: Address } | null> {
  const receipts = await blockReceipts(node, block, signal)
  const direct = receipts.find((receipt) => receipt.contractAddress === contract)
  if (direct !== undefined) return { tx: direct.transactionHash, creator: direct.from }
  const step = (await traceBlock(node.rpc, block, signal))?.find((one) => one.kind === 'create' && one.to === contract)
  const traced = step === undefined ? undefined : receipts.find((receipt) => receipt.transactionHash === step.tx)
  if (traced !== undefined) return { tx: traced.transactionHash, creator: traced.from }
  const named = receipts.find((receipt) => receipt.logs.some((log) => log.address === contract))
  return named === undefined ? null : { tx: named.transactionHash, creator: named.from }
}

async function blockReceipts({ receipts, blocks }: Node, block: number, signal: AbortSignal): Promise<readonly RawReceipt[]> {
  const together = await receipts.all(block, signal)
  if (together !== null) return together
  const { transactions } = await blocks.withTransactions(block, signal)
  const read = await receipts.in(
    block,
    transactions.map(({ hash: one }) => one),
    signal,
  )
  return [...read.values()]
}
