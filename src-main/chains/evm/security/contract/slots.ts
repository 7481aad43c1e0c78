import type { Address } from '../../../../../src-shared/domain/address.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { hexBytes } from '../../transaction/raw.ts'
import type { Scan } from '../scan.ts'

/**
 * Bytecode that returns the storage words of the slots in its call data: a loop over CALLDATALOAD, SLOAD and MSTORE. As a code override
 * in one `eth_call`, it reads the storage of the overridden contract.
 */
const READS_STORAGE = '0x60005b36811460145780355481526020016002565b6000f3'
const WORD_DIGITS = 64
const SLOT_CONCURRENCY = 8

/** Reads storage words of one contract at one block, in the order of the slots. */
export type ReadSlots = (slots: readonly string[]) => Promise<string[]>

/** @param overrides whether the endpoint supports state overrides; one call then reads all slots, otherwise each slot takes a call */
export function openSlots({ node, at, signal }: Scan, address: Address, overrides: boolean): ReadSlots {
  const block = toHexNumber(at.number)
  const oneByOne: ReadSlots = (slots) =>
    mapLimited(slots, SLOT_CONCURRENCY, (slot) => request(node.rpc, hexBytes, 'eth_getStorageAt', [address, slot, block], signal))
  if (!overrides) return oneByOne
  return async (slots) => {
    const data = `0x${slots.map((slot) => slot.slice(2).padStart(WORD_DIGITS, '0')).join('')}`
    const params = [{ to: address, data }, block, { [address]: { code: READS_STORAGE } }]
    const answer = await answeredOrNull(request(node.rpc, hexBytes, 'eth_call', params, signal), signal)
    if (answer?.length !== data.length) return oneByOne(slots)
    return slots.map((_, i) => `0x${answer.slice(2 + i * WORD_DIGITS, 2 + (i + 1) * WORD_DIGITS)}`)
  }
}
