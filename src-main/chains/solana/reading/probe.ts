import type { Capabilities } from '../../adapter.ts'
import { slotAt } from '../rpc/blocks.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'

/** Finds out what the endpoints can do, in two calls. Whether accounts are listed shows when a token is read: asking is costly. */
export async function probeNode(node: SolanaNode, signal: AbortSignal): Promise<Capabilities> {
  const head = await slotAt(node, COMMITMENT, signal)
  return { head, archive: await node.keepsAll(signal), traces: null, simulate: null, logsMaxRange: null }
}
