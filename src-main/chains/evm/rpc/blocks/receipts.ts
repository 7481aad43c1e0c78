import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { parseAnswer, request } from '../../../rpc/request.ts'
import { contradiction, NodeFault, type FaultKind } from '../../../rpc/node-fault.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { readReceiptsInThread } from '../logs/log-thread.ts'
import { hash as hashSchema, rawReceipt, type RawReceipt } from '../../transaction/raw.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { Rpc } from '../rpc.ts'

/** Receipts of transactions. Several of one block are read in one call if the endpoint offers it. */
export interface Receipts {
  /** The receipts of the transactions, all of one block, by transaction hash. */
  in(block: number, hashes: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, RawReceipt>>
  /** The gas that the transactions, all of one block, used, by transaction hash. At most one call; null if the endpoint does not offer it. */
  gasUsed(block: number, hashes: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number | null> | null>
  /** All receipts of a block; null if the endpoint does not offer them. */
  all(block: number, signal: AbortSignal): Promise<RawReceipt[] | null>
}

const METHOD = 'eth_getBlockReceipts'
const CONCURRENCY = 8
/** Transactions whose gas is cached: the fees of a launch are read soon after its trades. */
const GAS_CACHE_SIZE = 10_000
/** Faults that a further block would repeat. */
const NOT_OFFERED: ReadonlySet<FaultKind> = new Set(['unsupported', 'refused'])
const named = z.array(z.looseObject({ transactionHash: hashSchema }))

const byHash = (receipts: readonly RawReceipt[]): ReadonlyMap<string, RawReceipt> =>
  new Map(receipts.map((receipt) => [receipt.transactionHash as string, receipt]))

export function openReceipts(rpc: Rpc): Receipts {
  let offered = true
  const gas = new LRUCache<string, { readonly used: number | null }>({ max: GAS_CACHE_SIZE })

  function cacheGas(receipts: readonly RawReceipt[]): void {
    for (const { transactionHash, gasUsed } of receipts) gas.set(transactionHash, { used: gasUsed ?? null })
  }

  async function ofBlock<T>(read: () => Promise<T>): Promise<T | null> {
    if (!offered) return null
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof NodeFault) || error.kind === 'unreachable' || error.kind === 'busy') throw error
      offered = !NOT_OFFERED.has(error.kind)
      return null
    }
  }

  const one = (hash: string, signal: AbortSignal): Promise<RawReceipt> => request(rpc, rawReceipt, 'eth_getTransactionReceipt', [hash], signal)

  /** A block has hundreds of receipts; only the wanted ones are checked field by field. */
  async function severalOf(block: number, wanted: ReadonlySet<string>, signal: AbortSignal): Promise<RawReceipt[]> {
    const reader = readReceiptsInThread(wanted)
    const answer = parseAnswer(rpc.hosts, named, METHOD, await rpc.call(METHOD, [toHexNumber(block)], signal, { reader }))
    return answer.filter(({ transactionHash }) => wanted.has(transactionHash)).map((receipt) => parseAnswer(rpc.hosts, rawReceipt, METHOD, receipt))
  }

  return {
    async in(block, hashes, signal) {
      const wanted = new Set(hashes)
      const together = wanted.size < 2 ? null : await ofBlock(() => severalOf(block, wanted, signal))
      const receipts = together ?? (await mapLimited(wanted, CONCURRENCY, (hash) => one(hash, signal)))
      cacheGas(receipts)
      const found = byHash(receipts)
      for (const hash of wanted) if (!found.has(hash)) throw contradiction(rpc.hosts, `the receipts of block ${block} do not contain ${hash}`)
      return found
    },
    async gasUsed(block, hashes, signal) {
      if (!hashes.every((hash) => gas.has(hash))) {
        const receipts = await ofBlock(() => severalOf(block, new Set(hashes), signal))
        if (receipts === null) return null
        cacheGas(receipts)
      }
      return new Map(hashes.map((hash) => [hash, gas.get(hash)?.used ?? null]))
    },
    all: (block, signal) => ofBlock(() => request(rpc, z.array(rawReceipt), METHOD, [toHexNumber(block)], signal)),
  }
}
