import { z } from 'zod'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { parseAnswer } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { NodeFault } from '../../../rpc/node-fault.ts'
import { evmAddress, hash, hexBig, hexNumber } from '../../transaction/raw.ts'
import type { Rpc } from '../rpc.ts'

/** Calls of some endpoints that return the first payments to a wallet directly. Null: not supported or not found. */
export interface FundingSources {
  /** Block of the first call that brought the wallet coins, by `trace_filter`. A guess, because an outer call may have reverted. */
  tracedBlock(wallet: Address, at: number, signal: AbortSignal): Promise<number | null>
  /** Blocks with calls from or to a wallet, ascending, by `trace_filter`. */
  tracedBlocks(query: TraceQuery, signal: AbortSignal): Promise<number[] | null>
  /** The first payment in a provider's index, by `alchemy_getAssetTransfers` or QuickNode's `qn_getAssetTransfers`. */
  indexed(wallet: Address, at: number, signal: AbortSignal): Promise<IndexedPayment | null>
}

export interface TraceQuery {
  readonly wallet: Address
  readonly side: 'paid' | 'received'
  readonly from: number
  readonly to: number
  /** Maximum number of blocks. */
  readonly most: number
}

export interface IndexedPayment {
  readonly block: number
  readonly tx: string
  readonly from: Address
  readonly raw: bigint
}

/** Traces per request; a transaction has several. */
const TRACES_PER_PAGE = 1_000
/** Traces read in search of the first call with coins; calls without coins may come before it. */
const MAX_TRACES = 50

/** `trace_filter`: https://alchemy.com/docs/reference/what-is-trace_filter */
const traces = z.array(
  z.object({
    blockNumber: z.number().int(),
    error: z.string().nullish(),
    action: z.object({ value: hexBig.nullish(), balance: hexBig.nullish(), to: evmAddress.nullish() }),
  }),
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
  const unsupported = new Set<string>()

  /** The endpoint's answer; null when it does not support the call, which is then not tried again. */
  async function callIfSupported<S extends z.ZodType>(schema: S, method: string, params: unknown, signal: AbortSignal): Promise<z.output<S> | null> {
    if (unsupported.has(method)) return null
    try {
      return parseAnswer(rpc.hosts, schema, method, await rpc.call(method, [params], signal))
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof NodeFault)) throw error
      unsupported.add(method)
      return null
    }
  }

  return {
    async tracedBlock(wallet, at, signal) {
      const filter = { fromBlock: '0x0', toBlock: toHexNumber(at), toAddress: [wallet], after: 0, count: MAX_TRACES }
      const found = await callIfSupported(traces, 'trace_filter', filter, signal)
      return found?.find((trace) => typeof trace.error !== 'string' && (trace.action.value ?? 0n) > 0n)?.blockNumber ?? null
    },
    async tracedBlocks({ wallet, side, from, to, most }, signal) {
      const blocks = new Set<number>()
      const address = side === 'paid' ? { fromAddress: [wallet] } : { toAddress: [wallet] }
      for (let after = 0; blocks.size < most; after += TRACES_PER_PAGE) {
        const filter = { fromBlock: toHexNumber(from), toBlock: toHexNumber(to), ...address, after, count: TRACES_PER_PAGE }
        const found = await callIfSupported(traces, 'trace_filter', filter, signal)
        if (found === null) return null
        for (const { blockNumber, action, error } of found)
          if (blockNumber >= from && blockNumber <= to && typeof error !== 'string' && (action.value ?? action.balance ?? 0n) > 0n)
            blocks.add(blockNumber)
        if (found.length < TRACES_PER_PAGE) break
      }
      return [...blocks].sort((x, y) => x - y).slice(0, most)
    },
    async indexed(wallet, at, signal) {
      const query = {
        ...{ fromBlock: '0x0', toBlock: toHexNumber(at), toAddress: wallet, category: ['external', 'internal'] },
        ...{ order: 'asc', maxCount: '0x1', excludeZeroValue: true },
      }
      for (const method of ['alchemy_getAssetTransfers', 'qn_getAssetTransfers']) {
        const [first] = (await callIfSupported(transfers, method, query, signal))?.transfers ?? []
        const raw = first?.rawContract.value
        if (first === undefined || raw === null || raw === undefined || first.blockNum > at) continue
        return { block: first.blockNum, tx: first.hash, from: first.from, raw }
      }
      return null
    },
  }
}
