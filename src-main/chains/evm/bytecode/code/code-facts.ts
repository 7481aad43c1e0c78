import { decodeProgram, numberAt, pushSize } from './program.ts'

/**
 * Facts about runtime code from a linear walk. Only reachable code counts: the walk starts at the first byte and follows fall-throughs and every
 * pushed number that is a valid jump target. Data and metadata after the code are ignored. Opcodes: https://www.evm.codes.
 */
export interface CodeFacts {
  /** Function selectors that the code compares, each `0x` and 8 digits. */
  readonly selectors: ReadonlySet<string>
  readonly selfdestruct: boolean
  readonly delegatecall: boolean
  readonly origin: boolean
  /** Whether it writes storage itself; a delegate of it may write in any case. */
  readonly writes: boolean
  /** Whether anything but the code may decide to whom it forwards calls: its storage, another contract, or code that it copies. */
  readonly asks: boolean
  /** Whether it shifts, as compilers do since the opcodes of https://eips.ethereum.org/EIPS/eip-145. */
  readonly shifts: boolean
  /** The delegate to which a wallet (EIP-7702) or a minimal proxy (EIP-1167, ERC-7511) forwards all calls. */
  readonly fixedTarget: { readonly address: string; readonly kind: 'minimal_proxy' | 'delegated_wallet' } | null
}

/** STOP, JUMP, RETURN, REVERT, INVALID, SELFDESTRUCT. */
const ENDS: ReadonlySet<number> = new Set([0x00, 0x56, 0xf3, 0xfd, 0xfe, 0xff])
/** SLOAD, TLOAD, CALL, CALLCODE, STATICCALL, EXTCODECOPY. */
const ASKS = [0x54, 0x5c, 0xf1, 0xf2, 0xfa, 0x3c]
/** EQ, XOR, SUB: the opcodes that compilers use to compare a selector. */
const COMPARES: ReadonlySet<number> = new Set([0x14, 0x18, 0x03])
/** Limit on the instructions from the push to the comparison: Solidity may emit a DUP or SWAP in between. */
const COMPARED_WITHIN = 3

/** https://eips.ethereum.org/EIPS/eip-1167 and https://eips.ethereum.org/EIPS/eip-7511 */
const MINIMAL = [
  /^363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/,
  /^365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3/,
]
/** https://eips.ethereum.org/EIPS/eip-7702 */
const DELEGATED = /^ef0100([0-9a-f]{40})$/

/** @param code result of eth_getCode, hexadecimal with `0x` */
export function readCode(code: string): CodeFacts {
  const hex = code.slice(2)
  const bytes = Buffer.from(hex, 'hex')
  const reachable = walk(bytes)
  return {
    selectors: reachable.selectors,
    selfdestruct: reachable.opcodes.has(0xff),
    delegatecall: reachable.opcodes.has(0xf4),
    origin: reachable.opcodes.has(0x32),
    writes: reachable.opcodes.has(0x55),
    asks: ASKS.some((opcode) => reachable.opcodes.has(opcode)),
    shifts: reachable.opcodes.has(SHR),
    fixedTarget: fixedTargetOf(hex),
  }
}

function fixedTargetOf(hex: string): CodeFacts['fixedTarget'] {
  for (const pattern of MINIMAL) {
    const target = pattern.exec(hex)?.[1]
    if (target !== undefined) return { address: `0x${target}`, kind: 'minimal_proxy' }
  }
  const delegate = DELEGATED.exec(hex)?.[1]
  return delegate === undefined ? null : { address: `0x${delegate}`, kind: 'delegated_wallet' }
}

function walk(bytes: Buffer): { opcodes: Set<number>; selectors: Set<string> } {
  const opcodes = new Set<number>()
  const selectors = new Set<string>()
  const seen = new Set<number>()
  const { jumpTargets } = decodeProgram(bytes)
  const starts = [0]
  for (let start = starts.pop(); start !== undefined; start = starts.pop()) {
    for (let at = start; at < bytes.length && !seen.has(at);) {
      seen.add(at)
      const opcode = bytes[at] ?? 0
      opcodes.add(opcode)
      if (ENDS.has(opcode)) break
      const size = pushSize(opcode)
      if (size > 0 && size <= 4) {
        const value = Number(numberAt(bytes, at + 1, size))
        if (jumpTargets[value] === 1) starts.push(value)
        const selector = size < MIN_SELECTOR_BYTES ? null : selectorAt(bytes, at + 1 + size, value)
        if (selector !== null) selectors.add(`0x${selector.toString(16).padStart(8, '0')}`)
      }
      at += 1 + size
    }
  }
  return { opcodes, selectors }
}

/** The optimizer pushes a selector without zero bytes at its start or zero bits at its end. */
const MIN_SELECTOR_BYTES = 3
const PUSH1 = 0x60
const SHL = 0x1b
const SHR = 0x1c
/** Bits to the right of a selector in a word. */
const SELECTOR_SHIFT = 224
const MAX_SELECTOR = 0xffff_ffff

/**
 * The selector that a pushed number is compared as, null if it is none. A number without the zero bits at its end is shifted to its place in the word
 * first (https://docs.soliditylang.org/en/latest/internals/optimizer.html#constant-optimizer).
 *
 * @param after position behind the push
 */
function selectorAt(bytes: Buffer, after: number, value: number): number | null {
  const isShifted = bytes[after] === PUSH1 && bytes[after + 2] === SHL && (bytes[after + 1] ?? 0) > SELECTOR_SHIFT
  const selector = isShifted ? value * 2 ** ((bytes[after + 1] ?? 0) - SELECTOR_SHIFT) : value
  return selector <= MAX_SELECTOR && isCompared(bytes, isShifted ? after + 3 : after) ? selector : null
}

function isCompared(bytes: Buffer, from: number): boolean {
  for (let at = from, n = 0; n < COMPARED_WITHIN && at < bytes.length; n++, at += 1 + pushSize(bytes[at] ?? 0)) {
    if (COMPARES.has(bytes[at] ?? 0)) return true
  }
  return false
}
