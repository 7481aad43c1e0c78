import type { Capabilities } from '../../adapter.ts'
import { readSlot } from '../rpc/blocks.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'

/**
 * Determines the endpoints' capabilities. Whether they list accounts shows when a token is read, because testing it is expensive. Whether they
 * keep old transactions shows per account read, because no call reports it (docs/chains.md#solana).
 */
export async function probeNode(node: SolanaNode, signal: AbortSignal): Promise<Capabilities> {
  const head = await readSlot(node, COMMITMENT, signal)
  return { head, archive: null, traces: null, simulate: null, logsMaxRange: null }
}
