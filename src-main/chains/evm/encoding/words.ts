import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { ZERO_ADDRESS } from './zero-address.ts'

/** 32-byte words of log data and topics: https://docs.soliditylang.org/en/latest/abi-spec.html#events. */

/** Hex digits of a word. */
const WORD = 64

/** The i-th word of log data; null when the data is shorter. */
export function word(data: string, index: number): bigint | null {
  if (index === 0 && data.length === 2 + WORD) return BigInt(data)
  const start = 2 + index * WORD
  const hex = data.slice(start, start + WORD)
  return hex.length === WORD ? BigInt(`0x${hex}`) : null
}

/** The i-th word of log data as a two's complement integer. */
export function signedWord(data: string, index: number): bigint | null {
  const value = word(data, index)
  return value === null ? null : BigInt.asIntN(256, value)
}

/** The address in the low 20 bytes of a word given as hex. */
export function addressInTopic(topic: string): Address {
  return trustedAddress(`0x${topic.slice(-40)}`)
}

/** The address in the low 20 bytes of a word. */
export function addressOfWord(value: bigint): Address {
  return trustedAddress(`0x${value.toString(16).padStart(40, '0').slice(-40)}`)
}

/** The address that a contract answers; null for any other answer. */
export const addressOf = (answer: unknown): Address | null => (typeof answer === 'string' ? trustedAddress(answer.toLowerCase()) : null)

/** The same, null for the zero address, which stands for no address. */
export function liveAddressOf(answer: unknown): Address | null {
  const address = addressOf(answer)
  return address === ZERO_ADDRESS ? null : address
}

/** A 20-byte address as an indexed topic. */
export const addressTopic = (address: Address): string => `0x${address.slice(2).padStart(WORD, '0')}`
