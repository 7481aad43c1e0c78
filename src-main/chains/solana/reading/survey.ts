import { z } from 'zod'
import type { Capabilities, Survey } from '../../adapter.ts'
import { request } from '../../rpc/request.ts'
import { findEvents, measurePace, orUnknown, takesBatches } from '../../rpc/survey.ts'
import { readBlockSignatures } from '../rpc/blocks.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'

/** Some slots are skipped, so a few from each slot on are tried. */
const SLOTS_TRIED = 4

/** @param url of the first endpoint, where batches are tested */
export async function surveyNode(node: SolanaNode, url: string | null, { head }: Capabilities, signal: AbortSignal): Promise<Survey> {
  const batches = url === null ? null : await takesBatches(url, 'getGenesisHash', signal)
  const events = await orUnknown(
    findEvents(head, (slot) => servesTransactions(node, slot, signal)),
    signal,
  )
  const pace = await measurePace((end) => node.rpc.call('getGenesisHash', [], end), node.rpc.waiting, signal)
  return { events, batches, pace }
}

/** Whether the endpoint returns a transaction of the slot. */
async function servesTransactions(node: SolanaNode, slot: number, signal: AbortSignal): Promise<boolean | null> {
  for (let at = slot; at < slot + SLOTS_TRIED; at++) {
    const signature = (await readBlockSignatures(node, at, signal))?.[0]
    if (signature === undefined) continue
    const options = { commitment: COMMITMENT, maxSupportedTransactionVersion: 0, encoding: 'json' }
    return (await request(node.rpc, z.unknown(), 'getTransaction', [signature, options], signal)) !== null
  }
  return false
}
