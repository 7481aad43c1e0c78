import { trustedAddress, type Address } from '../../../../../../src-shared/domain/address.ts'

/** Addresses and 32-byte words that code pushes: owners that are constants or immutables, and names of roles. */
export interface CodeConstants {
  readonly addresses: readonly Address[]
  readonly words: readonly `0x${string}`[]
}

/** Permit2 moves tokens only with a signature of their holder: https://github.com/Uniswap/permit2. Its address is the same on every chain. */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const PUSH1 = 0x60
const PUSH20 = 0x73
const PUSH32 = 0x7f
const MAX_ADDRESSES = 6
const MAX_WORDS = 12
/** Excludes masks, and numbers with more zero bytes than mined addresses have. */
const ADDRESS = /^(?!0{12}|f{12})[0-9a-f]{28}(?!f{12})[0-9a-f]{12}$/
/** Neither a mask nor a number nor a string, which are padded with zeros or ones. */
const WORD = /^(?!0{4}|f{8}|[0-9a-f]*(?:0{12}|f{12}))[0-9a-f]{64}$/

/** @param codes runtime code, hexadecimal */
export function constantsIn(codes: readonly string[]): CodeConstants {
  const addresses = new Set<string>()
  const words = new Set<string>()
  for (const code of codes) {
    const bytes = Buffer.from(code.slice(2), 'hex')
    for (let at = 0; at < bytes.length; at++) {
      const opcode = bytes[at] ?? 0
      if (opcode < PUSH1 || opcode > PUSH32) continue
      const size = opcode - PUSH1 + 1
      const pushed = bytes.toString('hex', at + 1, at + 1 + size)
      const address = opcode === PUSH20 ? pushed : opcode === PUSH32 && /^0{24}/.test(pushed) ? pushed.slice(24) : ''
      if (ADDRESS.test(address) && `0x${address}` !== PERMIT2) addresses.add(address)
      if (opcode === PUSH32 && WORD.test(pushed)) words.add(pushed)
      at += size
    }
  }
  return {
    addresses: [...addresses].slice(0, MAX_ADDRESSES).map((address) => trustedAddress(`0x${address}`)),
    words: [...words].slice(0, MAX_WORDS).map((word) => `0x${word}` as const),
  }
}
