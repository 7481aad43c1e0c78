import { z } from 'zod'
import { parseUnixSeconds } from '../../../../src-shared/domain/unix-time.ts'
import { request, type RpcClient } from '../../rpc/request.ts'
import type { BlockRef } from '../../adapter.ts'
import { contradiction, isRefusal } from '../../rpc/node-fault.ts'
import { COMMITMENT, type SolanaNode } from './node.ts'

const slotNumber = z.int().nonnegative()
const bareBlock = z.object({ blockhash: z.string(), blockTime: z.int().nullish() }).nullable()
const signatureBlock = z.object({ signatures: z.array(z.string()) }).nullable()

/** Consecutive slots that may be skipped or unavailable before the head is considered inconsistent. */
const MAX_SKIPPED_SLOTS = 64

export const readSlot = ({ rpc }: SolanaNode, commitment: string, signal: AbortSignal): Promise<number> =>
  request(rpc, slotNumber, 'getSlot', [{ commitment }], signal)

const blockOptions = (transactionDetails: string): object => ({
  transactionDetails,
  rewards: false,
  maxSupportedTransactionVersion: 0,
  commitment: COMMITMENT,
})

/** The newest confirmed block. Skipped slots are passed over. */
export async function readHead(node: SolanaNode, signal: AbortSignal): Promise<BlockRef> {
  const newest = await readSlot(node, COMMITMENT, signal)
  for (let slot = newest; slot > Math.max(0, newest - MAX_SKIPPED_SLOTS); slot--) {
    const block = await orNull(() => request(node.rpc, bareBlock, 'getBlock', [slot, blockOptions('none')], signal))
    const time = parseUnixSeconds(block?.blockTime)
    if (block !== null && time !== null) return { number: slot, hash: block.blockhash, time }
  }
  throw contradiction(node.rpc.hosts, `none of the ${MAX_SKIPPED_SLOTS} blocks before its head (${newest}) has a time`)
}

/** Unix seconds of a slot; null if the node does not know it. */
export const readBlockTime = ({ rpc }: SolanaNode, slot: number, signal: AbortSignal): Promise<number | null> =>
  orNull(async () => parseUnixSeconds(await request(rpc, z.int().nullable(), 'getBlockTime', [slot], signal)))

/** Signatures of a block in execution order; null if the endpoint does not serve the block. */
export async function readBlockSignatures(
  { rpc }: { readonly rpc: RpcClient },
  slot: number,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  return (await orNull(() => request(rpc, signatureBlock, 'getBlock', [slot, blockOptions('signatures')], signal)))?.signatures ?? null
}

/** Slots of a closed range that contain a block; null if the endpoint does not serve the range. */
export const producedBlocks = ({ rpc }: SolanaNode, from: number, to: number, signal: AbortSignal): Promise<readonly number[] | null> =>
  orNull(() => request(rpc, z.array(slotNumber), 'getBlocks', [from, to, { commitment: COMMITMENT }], signal))

/** Hash of a slot's block; null if the endpoint has none. */
export async function readBlockHash({ rpc }: SolanaNode, slot: number, signal: AbortSignal): Promise<string | null> {
  return (await orNull(() => request(rpc, bareBlock, 'getBlock', [slot, blockOptions('none')], signal)))?.blockhash ?? null
}

/** Number of slots after a requested slot within which the chain certainly has a block. */
const LATER_SLOTS = 32
const SKIPPED = 'skipped'

/** Hash of a slot's block in the current fork, or `SKIPPED` if that fork skipped the slot; null if the endpoint does not serve the range. */
export async function readForkHash(node: SolanaNode, slot: number, signal: AbortSignal): Promise<string | null> {
  const hash = await readBlockHash(node, slot, signal)
  if (hash !== null) return hash
  const later = await producedBlocks(node, slot, slot + LATER_SLOTS, signal)
  return later === null || later.length === 0 || later.includes(slot) ? null : SKIPPED
}

/** Maps the errors for skipped and unavailable slots to null. */
async function orNull<T>(work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
