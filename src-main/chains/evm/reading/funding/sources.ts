import { z } from 'zod'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { parseAnswer } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { NodeFault } from '../../../rpc/node-fault.ts'
import { evmAddress, hash, hexBig, hexNumber } from '../../transaction/raw.ts'
import type { Rpc } from '../../rpc/rpc.ts'

/** Calls that only some endpoints have and that name early payments to a wallet at once. */
export interface FundingSources {
  /** Block of the first call that brought the wallet coins, by `trace_filter`: a guess, since the call may have been undone. Null: not told. */
  tracedBlock(wallet: Address, at: number, signal: AbortSignal): Promise<number | null>
  /** Blocks of calls from or to a wallet, ascending, by `trace_filter`. Null: not told. */
  tracedBlocks(question: TraceQuery, signal: AbortSignal): Promise<number[] | null>
  /** The first payment as a provider's own index has it, by `alchemy_getAssetTransfers` or QuickNode's twin. Null: not told. */
  indexed(wallet: Address, at: number, signal: AbortSignal): Promise<IndexedPayment | null>
}

export interface TraceQuery {
  readonly wallet: Address
  readonly side: 'paid' | 'received'
  readonly from: number
  readonly to: number
  /** Most blocks. */
  readonly most: number
}

export interface IndexedPayment {
  readonly block: number
  readonly tx: string
  readonly from: Address
  readonly raw: bigint
}

/** Calls of a wallet listed at once: a transaction makes several. */
const TRACES_A_PAGE = 1_000
/** Calls to a wallet that carry no coins come before the first that does; more than these are not looked through. */
const MOST_TRACES = 50

const traces = z.array(
  z.object({ blockNumber: z.number().int(), error: z.string().nullish(), action: z.object({ value: hexBig.nullish(), to: evmAddress.nullish() }) }),
)
const transfers = z.object({
  transfers: z.array(
    z.object({
      blockNum: hexNumber,
      hash,
      from: evmAddress,
      rawContract: z.object({ value: hexBig.nullish() }),
    }),
  ),
})

export function openFundingSources(rpc: Rpc): FundingSources {
  const absent = new Set<string>()

  /** The endpoint's answer; null when it has no such call, which is asked only once. */
  async function offered<S extends z.ZodType>(schema: S, method: string, params: unknown, signal: AbortSignal): Promise<z.output<S> | null> {
    if (absent.has(method)) return null
    try {
      return parseAnswer(rpc.hosts, schema, method, await rpc.call(method, [params], signal))
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof NodeFault)) throw error
      absent.add(method)
      return null
    }
  }

  return {
    async tracedBlock(wallet, at, signal) {
      const filter = { fromBlock: '0x0', toBlock: toHexNumber(at), toAddress: [wallet], after: 0, count: MOST_TRACES }
      const found = await offered(traces, 'trace_filter', filter, signal)
      return found?.find((trace) => typeof trace.error !== 'string' && (trace.action.value ?? 0n) > 0n)?.blockNumber ?? null
    },
    async tracedBlocks({ wallet, side, from, to, most }, signal) {
      const blocks = new Set<number>()
      const address = side === 'paid' ? { fromAddress: [wallet] } : { toAddress: [wallet] }
      for (let after = 0; blocks.size < most; after += TRACES_A_PAGE) {
        const filter = { fromBlock: toHexNumber(from), toBlock: toHexNumber(to), ...address, after, count: TRACES_A_PAGE }
        const found = await offered(traces, 'trace_filter', filter, signal)
        if (found === null) return null
        for (const { blockNumber, action, error } of found)
          if (blockNumber >= from && blockNumber <= to && typeof error !== 'string' && (action.value ?? 0n) > 0n) blocks.add(blockNumber)
        if (found.length < TRACES_A_PAGE) break
      }
      return [...blocks].sort((x, y) => x - y).slice(0, most)
    },
    async indexed(wallet, at, signal) {
      const question = {
        ...{ fromBlock: '0x0', toBlock: toHexNumber(at), toAddress: wallet, category: ['external', 'internal'] },
        ...{ order: 'asc', maxCount: '0x1', excludeZeroValue: true },
      }
      for (const method of ['alchemy_getAssetTransfers', 'qn_getAssetTransfers']) {
        const [first] = (await offered(transfers, method, question, signal))?.transfers ?? []
        const raw = first?.rawContract.value
        if (first === undefined || raw === null || raw === undefined || first.blockNum > at) continue
        return { block: first.blockNum, tx: first.hash, from: first.from, raw }
      }
      return null
    },
  }
}
