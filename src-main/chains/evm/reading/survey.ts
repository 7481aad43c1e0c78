import { z } from 'zod'
import type { Capabilities, Survey } from '../../adapter.ts'
import { request } from '../../rpc/request.ts'
import { findEvents, measurePace, orUnknown, takesBatches } from '../../rpc/survey.ts'
import { toHexNumber } from '../encoding/hex.ts'
import type { Node } from '../rpc/node.ts'

const bloomed = z.object({ logsBloom: z.string() })
const NO_EVENTS = /^0x0*$/

/** @param url of the first endpoint; batches are tested there */
export async function surveyNode(node: Node, url: string, { head, logsMaxRange }: Capabilities, signal: AbortSignal): Promise<Survey> {
  const batches = await takesBatches(url, 'eth_chainId', signal)
  const events =
    logsMaxRange === 0
      ? null
      : await orUnknown(
          findEvents(head, (block) => listsEvents(node, block, signal)),
          signal,
        )
  const pace = await measurePace((end) => node.rpc.call('eth_chainId', [], end), node.rpc.waiting, signal)
  return { events, batches, pace }
}

/** A block whose header has events, but whose list of them is empty, was pruned: nodes answer `[]` for such blocks without an error. */
async function listsEvents({ rpc }: Node, block: number, signal: AbortSignal): Promise<boolean | null> {
  const number = toHexNumber(block)
  const header = await request(rpc, bloomed.nullable(), 'eth_getBlockByNumber', [number, false], signal)
  if (header === null) return false
  if (NO_EVENTS.test(header.logsBloom)) return null
  const logs = await orUnknown(request(rpc, z.array(z.unknown()), 'eth_getLogs', [{ fromBlock: number, toBlock: number }], signal), signal)
  return logs === null ? null : logs.length > 0
}
