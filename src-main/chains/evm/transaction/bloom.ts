import { hexToBytes, keccak256 } from 'viem'
import type { Hex } from './log.ts'

/**
 * The bloom filter of a header has 2,048 bits. Each address and topic of a log sets three of them (Yellow Paper, 4.3.1:
 * https://ethereum.github.io/yellowpaper/paper.pdf).
 */
const BITS = 2_048
const PARTS = [0, 2, 4]

/** False proves that no log of the block has this address or topic; true proves nothing. */
export function mayContain(bloom: Uint8Array, value: Hex): boolean {
  const hash = keccak256(value, 'bytes')
  return PARTS.every((part) => {
    const bit = (((hash[part] ?? 0) << 8) | (hash[part + 1] ?? 0)) % BITS
    return (((bloom[bloom.length - 1 - (bit >> 3)] ?? 0) >> (bit & 7)) & 1) === 1
  })
}

export const bloomBytes = (bloom: Hex): Uint8Array => hexToBytes(bloom)
