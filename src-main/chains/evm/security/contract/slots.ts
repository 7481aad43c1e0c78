import type { Address } from '../../../../../src-shared/domain/address.ts'
import { AppError } from '../../../../lib/app-error.ts'
import type { BlockRef } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import type { Node } from '../../rpc/node.ts'
import { hexBytes } from '../../transaction/raw.ts'

/**
 * Bytecode that returns the storage words of the slots in its call data: a loop over CALLDATALOAD, SLOAD and MSTORE. As a code override
 * in one `eth_call`, it reads the storage of the overridden contract.
 */
const READS_STORAGE = '0x60005b36811460145780355481526020016002565b6000f3'
const WORD_DIGITS = 64
const SLOT_CONCURRENCY = 8

/** Reads storage words of one contract at one block, in the order of the slots. */
export type ReadSlots = (slots: readonly string[], signal: AbortSignal) => Promise<string[]>

/** @param overrides whether the endpoint supports state overrides; one call then reads all slots, otherwise each slot takes a call */
export function openSlots(node: Node, address: Address, at: BlockRef, overrides: boolean): ReadSlots {
  const block = toHexNumber(at.number)
  const oneByOne: ReadSlots = (slots, signal) =>
    mapLimited(slots, SLOT_CONCURRENCY, (slot) => request(node.rpc, hexBytes, 'eth_getStorageAt', [address, slot, block], signal))
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
