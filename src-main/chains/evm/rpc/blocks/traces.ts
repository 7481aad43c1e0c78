import { z } from 'zod'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { isRefusal } from '../../../rpc/node-fault.ts'
import { cacheBlocks } from '../../../blocks/block-cache.ts'
import { evmAddress, hash, hexBig } from '../../transaction/raw.ts'
import type { Rpc } from '../rpc.ts'

/** One successful step inside a transaction: a coin transfer or a contract creation. */
export interface TraceStep {
  readonly kind: 'call' | 'create' | 'selfdestruct'
  readonly tx: string
  readonly txIndex: number
  /** Index among the block's steps, from 0. */
  readonly order: number
  readonly from: Address
  readonly to: Address
  readonly value: bigint
}

/** `trace_block`: https://paradigmxyz.github.io/reth/jsonrpc/trace.html */
const parityTrace = z.object({
  type: z.string(),
  transactionHash: hash.nullish(),
  transactionPosition: z.number().nullish(),
  traceAddress: z.array(z.number()),
  error: z.string().nullish(),
  action: z.object({
    callType: z.string().nullish(),
    from: evmAddress.nullish(),
    to: evmAddress.nullish(),
    value: hexBig.nullish(),
    address: evmAddress.nullish(),
    refundAddress: evmAddress.nullish(),
    balance: hexBig.nullish(),
  }),
  result: z.object({ address: evmAddress.nullish() }).nullish(),
})
type ParityTrace = z.infer<typeof parityTrace>

interface CallFrame {
  readonly type: string
  readonly from: Address
  readonly to?: Address | null | undefined
  readonly value?: bigint | null | undefined
  readonly error?: string | null | undefined
  readonly calls?: readonly CallFrame[] | null | undefined
}
const callFrame: z.ZodType<CallFrame> = z.lazy(() =>
  z.object({
    type: z.string(),
    from: evmAddress,
    to: evmAddress.nullish(),
    value: hexBig.nullish(),
    error: z.string().nullish(),
    calls: z.array(callFrame).nullish(),
  }),
)
const blockFrames = z.array(z.object({ txHash: hash, result: callFrame }))

/** Coin transfers inside the transactions of blocks, cached. */
export interface Traces {
  /** Steps with coins of a block in order; null when the endpoint offers no traces. */
  payments(block: number, signal: AbortSignal): Promise<readonly TraceStep[] | null>
  /** Evicts every block from `from` on. */
  forget(from: number): void
}

/** Most steps move no coins, so the cached steps of a block take little memory. */
const CACHED_BLOCKS = 256

export function openTraces(rpc: Rpc): Traces {
  const cache = cacheBlocks(CACHED_BLOCKS, async (block, signal) => {
    const steps = await traceBlock(rpc, block, signal)
    return steps?.filter(({ value }) => value > 0n) ?? null
  })
  return { payments: cache.get, forget: cache.forget }
}

/** Steps of a block in order, from `trace_block` or `debug_traceBlockByNumber`; null when the endpoint supports neither. */
export async function traceBlock(rpc: Rpc, block: number, signal: AbortSignal): Promise<TraceStep[] | null> {
  const tag = toHexNumber(block)
  try {
    return parityStepsOf(await request(rpc, z.array(parityTrace), 'trace_block', [tag], signal))
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  try {
    return frameStepsOf(await request(rpc, blockFrames, 'debug_traceBlockByNumber', [tag, { tracer: 'callTracer' }], signal))
  } catch (error) {
    if (!isRefusal(error)) throw error
    return null
  }
}

const MOVES_COINS: ReadonlySet<string> = new Set(['call', ''])

/** Leaves out steps below a failed one: they are reverted with it, although nodes list them without an error. */
export function parityStepsOf(traces: readonly ParityTrace[]): TraceStep[] {
  const failed = traces.filter((trace) => typeof trace.error === 'string')
  const isReverted = (trace: ParityTrace): boolean =>
    failed.some((top) => top.transactionHash === trace.transactionHash && top.traceAddress.every((index, i) => trace.traceAddress[i] === index))
  const steps: TraceStep[] = []
  traces.forEach((trace, order) => {
    const { action, transactionHash: tx, transactionPosition: txIndex } = trace
    if (typeof tx !== 'string' || typeof txIndex !== 'number' || isReverted(trace)) return
    const position = { tx, txIndex, order }
    const created = trace.result?.address
    if (trace.type === 'call' && MOVES_COINS.has(action.callType ?? '') && action.from && action.to) {
      steps.push({ kind: 'call', ...position, from: action.from, to: action.to, value: action.value ?? 0n })
    } else if (trace.type === 'create' && action.from && created) {
      steps.push({ kind: 'create', ...position, from: action.from, to: created, value: action.value ?? 0n })
    } else if (trace.type === 'suicide' && action.address && action.refundAddress) {
      steps.push({ kind: 'selfdestruct', ...position, from: action.address, to: action.refundAddress, value: action.balance ?? 0n })
    }
  })
  return steps
}

const FRAME_KINDS: Readonly<Record<string, TraceStep['kind']>> = { CALL: 'call', CREATE: 'create', CREATE2: 'create', SELFDESTRUCT: 'selfdestruct' }

function frameStepsOf(blocks: z.infer<typeof blockFrames>): TraceStep[] {
  const steps: TraceStep[] = []
  blocks.forEach(({ txHash, result }, txIndex) => {
    const visit = (frame: CallFrame): void => {
      if (typeof frame.error === 'string') return
      const kind = FRAME_KINDS[frame.type]
      if (kind !== undefined && frame.to)
        steps.push({ kind, tx: txHash, txIndex, order: steps.length, from: frame.from, to: frame.to, value: frame.value ?? 0n })
      for (const inner of frame.calls ?? []) visit(inner)
    }
    visit(result)
  })
  return steps
}
