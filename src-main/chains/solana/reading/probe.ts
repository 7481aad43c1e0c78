import type { Capabilities } from '../../adapter.ts'
import { readSlot } from '../rpc/blocks.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'

/** Determines the endpoints' capabilities in two calls. Whether they list accounts shows when a token is read, because testing it is expensive. */
export async function probeNode(node: SolanaNode, signal: AbortSignal): Promise<Capabilities> {
  const head = await readSlot(node, COMMITMENT, signal)
  return { head, archive: await node.keepsFullHistory(signal), traces: null, simulate: null, logsMaxRange: null }
}
