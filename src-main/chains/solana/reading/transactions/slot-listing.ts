import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { NodeFault } from '../../../rpc/node-fault.ts'
import { request, type RpcClient } from '../../../rpc/request.ts'
import { TOKEN_PROGRAM } from '../../encoding/addresses.ts'
import { readBlockSignatures } from '../../rpc/blocks.ts'
import { COMMITMENT } from '../../rpc/node.ts'
import { listMentions, MENTIONS_PER_PAGE, type Mention } from './history.ts'
import { readOnce } from '../../../../lib/read-once.ts'

/** A page of the transactions that mention an address in slots below `slot`, newest first. An empty page means that there are none. */
export interface SlotPage {
  readonly slot: number
  readonly rows: readonly Mention[]
}

/**
 * Lists of one endpoint that begin at a slot. `before` of getSignaturesForAddress is looked up by its slot and index, so it may be any
 * transaction of a block and need not mention the address (https://github.com/anza-xyz/agave/blob/master/storage-bigtable/src/lib.rs,
 * `get_confirmed_signatures_for_address`). This is not documented, so each endpoint is tested (docs/chains.md#solana).
 */
export interface SlotListing {
  /**
   * Whether the endpoint lists from any block. Tested once, with a known list.
   *
   * @param known the newest mentions of the address, newest first and without a gap
   */
  isSupported(address: string, known: readonly Mention[], signal: AbortSignal): Promise<boolean>
  /**
   * A page of mentions in slots below the first block from `slot` on. Null if the endpoint does not list from there, or has no block
   * between `slot` and `below`.
   */
  listBelow(address: string, slot: number, below: number, signal: AbortSignal): Promise<SlotPage | null>
}

/** Signatures tried per block. Some endpoints do not index votes, which are most transactions of many blocks. */
const SIGNATURES_PER_BLOCK = 3
/** Blocks tried near a slot. */
const BLOCKS_TRIED = 3
/** Markers are shared, since lists of different addresses begin at the same slots, see `roundestBetween`. */
const CACHED_MARKERS = 500

interface Marker {
  readonly slot: number
  readonly signatures: readonly string[]
  /** A signature that the endpoint has listed from; null until then. */
  proved: string | null
}

const slotList = z.array(z.int().nonnegative())

export function openSlotListing(endpoint: RpcClient): SlotListing {
  const markers = new LRUCache<number, Marker>({ max: CACHED_MARKERS })

  async function markerAt(slot: number, below: number, signal: AbortSignal): Promise<Marker | null> {
    const known = markers.get(slot)
    if (known !== undefined) return known.slot < below ? known : null
    let at = slot
    let signatures = await readBlockSignatures({ rpc: endpoint }, slot, signal)
    if (signatures === null || signatures.length === 0) {
      const [next] = await request(endpoint, slotList, 'getBlocksWithLimit', [slot + 1, 1, { commitment: COMMITMENT }], signal)
      if (next === undefined || next >= below) return null
      at = next
      signatures = await readBlockSignatures({ rpc: endpoint }, next, signal)
    }
    if (signatures === null || signatures.length === 0) return null
    const marker: Marker = { slot: at, signatures: spread(signatures), proved: null }
    markers.set(slot, marker)
    return marker
  }

  /** Null if the endpoint does not know the block's signatures. */
  async function listBefore(address: string, marker: Marker, signal: AbortSignal): Promise<SlotPage | null> {
    const { slot } = marker
    for (const signature of marker.proved === null ? marker.signatures : [marker.proved]) {
      const page = await listMentions(endpoint, address, { limit: MENTIONS_PER_PAGE, before: signature }, signal)
      // An unknown signature also gives an empty page, so an address that every block mentions is the control.
      if (page.length === 0 && marker.proved === null) {
        const [control] = await listMentions(endpoint, TOKEN_PROGRAM, { limit: 1, before: signature }, signal)
        if (control === undefined || control.slot > slot) continue
      }
      marker.proved = signature
      // The order within a slot differs between nodes, so only lower slots are complete.
      return { slot, rows: page.filter((row) => row.slot < slot) }
    }
    return null
  }

  /** A list before a transaction that does not mention the address must begin with a known mention. */
  async function test(address: string, known: readonly Mention[], signal: AbortSignal): Promise<boolean> {
    const middle = known[known.length >> 1]
    if (middle === undefined) return false
    const mentions = new Set(known.map(({ signature }) => signature))
    const signatures = await readBlockSignatures({ rpc: endpoint }, middle.slot, signal)
    for (const before of spread((signatures ?? []).filter((signature) => !mentions.has(signature)))) {
      const [first] = await listMentions(endpoint, address, { limit: 1, before }, signal)
      if (first !== undefined) return first.slot <= middle.slot && mentions.has(first.signature)
    }
    return false
  }

  const isSupported = readOnce((signal, address: string, known: readonly Mention[]) =>
    test(address, known, signal).catch((error: unknown) => {
      if (error instanceof NodeFault && REFUSALS.has(error.kind)) return false
      throw error
    }),
  )

  return {
    isSupported: (address, known, signal) => isSupported(signal, address, known),
    async listBelow(address, slot, below, signal) {
      let next = slot
      for (let blocks = 0; blocks < BLOCKS_TRIED; blocks++) {
        const marker = await markerAt(next, below, signal)
        if (marker === null) return null
        const page = await listBefore(address, marker, signal)
        if (page !== null) return page
        next = marker.slot + 1
      }
      return null
    },
  }
}

/** An endpoint that does not list from any block may say so. */
const REFUSALS: ReadonlySet<NodeFault['kind']> = new Set(['refused', 'unsupported', 'no_state'])

/** The last, the first and the middle signature. */
function spread(signatures: readonly string[]): string[] {
  const indexes = [signatures.length - 1, 0, signatures.length >> 1].slice(0, SIGNATURES_PER_BLOCK)
  return [...new Set(indexes)].flatMap((index) => signatures[index] ?? [])
}

/**
 * The number near the middle of two others that is divisible by the highest power of two. Searches over different ranges then arrive at
 * the same numbers, whose blocks are cached.
 */
export function roundestBetween(low: number, high: number): number {
  const margin = Math.floor(((high - low) * 3) / 8)
  const [from, to] = [low + Math.max(1, margin), high - Math.max(1, margin)]
  let step = 1
  while (Math.floor(to / (step * 2)) * step * 2 >= from) step *= 2
  return Math.floor(to / step) * step
}
