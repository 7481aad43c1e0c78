import { z } from 'zod'
import { request } from '../../rpc/request.ts'
import type { BlockRef } from '../../adapter.ts'
import { contradiction, NodeFault } from '../../rpc/node-fault.ts'
import { COMMITMENT, type SolanaNode } from './node.ts'

const slotNumber = z.int().nonnegative()
const bareBlock = z.object({ blockhash: z.string(), blockTime: z.int().nullish() }).nullable()
const signatureBlock = z.object({ signatures: z.array(z.string()) }).nullable()

/** Slots that may lie empty in a row, or not be ready yet, before the node is not believed. */
const MOST_SKIPPED = 64

export const slotAt = ({ rpc }: SolanaNode, commitment: string, signal: AbortSignal): Promise<number> =>
  request(rpc, slotNumber, 'getSlot', [{ commitment }], signal)

const blockOptions = (transactionDetails: string): object => ({
  transactionDetails,
  rewards: false,
  maxSupportedTransactionVersion: 0,
  commitment: COMMITMENT,
})

/** The newest confirmed block; slots without one are passed over. */
export async function readHead(node: SolanaNode, signal: AbortSignal): Promise<BlockRef> {
  const newest = await slotAt(node, COMMITMENT, signal)
  for (let slot = newest; slot > Math.max(0, newest - MOST_SKIPPED); slot--) {
    const block = await orNone(() => request(node.rpc, bareBlock, 'getBlock', [slot, blockOptions('none')], signal))
    const time = block?.blockTime ?? null
    if (block !== null && time !== null) return { number: slot, hash: block.blockhash, time }
  }
  throw contradiction(node.rpc.hosts, `none of the ${MOST_SKIPPED} blocks before its head (${newest}) has a time`)
}

/** Unix seconds of a slot; null where the node does not say. */
export const timeOf = ({ rpc }: SolanaNode, slot: number, signal: AbortSignal): Promise<number | null> =>
  orNone(() => request(rpc, z.int().nullable(), 'getBlockTime', [slot], signal))

/** Signatures of a block in the order of execution; null where the endpoint does not tell. */
export async function signaturesOfBlock({ rpc }: SolanaNode, slot: number, signal: AbortSignal): Promise<readonly string[] | null> {
  return (await orNone(() => request(rpc, signatureBlock, 'getBlock', [slot, blockOptions('signatures')], signal)))?.signatures ?? null
}

/** Slots of a closed range that hold a block; null where the endpoint does not tell. */
export const producedBlocks = ({ rpc }: SolanaNode, from: number, to: number, signal: AbortSignal): Promise<readonly number[] | null> =>
  orNone(() => request(rpc, z.array(slotNumber), 'getBlocks', [from, to, { commitment: COMMITMENT }], signal))

/** Hash of a slot's block; null where the endpoint has none. */
export async function hashOfBlock({ rpc }: SolanaNode, slot: number, signal: AbortSignal): Promise<string | null> {
  return (await orNone(() => request(rpc, bareBlock, 'getBlock', [slot, blockOptions('none')], signal)))?.blockhash ?? null
}

/** A slot that was skipped, or that the endpoint does not have, is an answer too. */
async function orNone<T>(work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NodeFault && (error.kind === 'no_state' || error.kind === 'unsupported' || error.kind === 'refused')) return null
    throw error
  }
}
