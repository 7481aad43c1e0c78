import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BuilderPayments } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { Node } from '../../rpc/node.ts'
import { nativeTransfer } from '../funding/first-payment.ts'
import { paidInside } from '../funding/payments.ts'

const BLOCK_CONCURRENCY = 4

/**
 * Coins that transactions pay to the fee recipient of their block, beyond the fees:
 * https://docs.flashbots.net/flashbots-auction/advanced/coinbase-payment. Null if the endpoint has no traces, because such payments are mostly made
 * by contracts.
 */
export async function readBuilderPayments(
  node: Node,
  network: NetworkId,
  blocks: readonly number[],
  signal: AbortSignal,
): Promise<BuilderPayments | null> {
  const [first] = blocks
  // One block tells whether the endpoint has traces.
  if (first === undefined || (await node.traces.payments(first, signal)) === null) return null
  const read = await mapLimited(blocks, BLOCK_CONCURRENCY, async (number): Promise<BuilderPayments | null> => {
    const steps = await node.traces.payments(number, signal)
    if (steps === null) return null
    const block = await node.blocks.withTransactions(number, signal)
    const builder = block.miner ?? null
    if (builder === null || BigInt(builder) === 0n) return { builders: [], rows: [] }
    const paid = steps.flatMap((step) => {
      const outer = block.transactions[step.txIndex]
      const isDirect = outer !== undefined && step.from === outer.from && step.to === builder && outer.to === builder
      if (isDirect) return step.value === 0n ? [] : [{ from: step.from, to: builder, raw: step.value, tx: step.tx, txIndex: step.txIndex, event: 0 }]
      return paidInside({ wallet: builder, side: 'received' }, block, step, steps)
    })
    const rows = paid.filter(({ from }) => from !== builder).map((one) => nativeTransfer(network, block, one))
    return { builders: rows.length === 0 ? [] : [builder], rows }
  })
  if (read.some((one) => one === null)) return null
  const known = read.filter((one) => one !== null)
  return { builders: [...new Set(known.flatMap(({ builders }) => builders))], rows: known.flatMap(({ rows }) => rows) }
}
