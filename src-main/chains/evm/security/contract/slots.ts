import type { Address } from '../../../../../src-shared/domain/address.ts'
import { AppError } from '../../../../lib/app-error.ts'
import type { BlockRef } from '../../../adapter.ts'
import { request, mapConcurrent } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import type { Node } from '../../rpc/node.ts'
import { hexBytes } from '../../transaction/raw.ts'

/**
 * Code that answers the storage words whose places its input names: one loop over CALLDATALOAD, SLOAD and MSTORE. Put in place of
 * a contract's own code for one call, it reads that contract's storage.
 */
const READS_STORAGE = '0x60005b36811460145780355481526020016002565b6000f3'
const WORD_DIGITS = 64
const SLOT_CONCURRENCY = 8

/** Words of one contract's storage at one block, in the order of the slots asked for. */
export type ReadSlots = (slots: readonly string[], signal: AbortSignal) => Promise<string[]>

/** @param overrides the endpoint takes overrides of state: all slots then come with one call, else with one call each */
export function openSlots(node: Node, address: Address, at: BlockRef, overrides: boolean): ReadSlots {
  const block = toHexNumber(at.number)
  const oneByOne: ReadSlots = (slots, signal) =>
    mapConcurrent(slots, SLOT_CONCURRENCY, (slot) => request(node.rpc, hexBytes, 'eth_getStorageAt', [address, slot, block], signal))
  if (!overrides) return oneByOne
  return async (slots, signal) => {
    const data = `0x${slots.map((slot) => slot.slice(2).padStart(WORD_DIGITS, '0')).join('')}`
    try {
      const answer = await request(node.rpc, hexBytes, 'eth_call', [{ to: address, data }, block, { [address]: { code: READS_STORAGE } }], signal)
      if (answer.length === data.length) return slots.map((_, i) => `0x${answer.slice(2 + i * WORD_DIGITS, 2 + (i + 1) * WORD_DIGITS)}`)
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error
    }
    return oneByOne(slots, signal)
  }
}
