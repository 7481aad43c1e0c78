/** Decoded runtime code. Opcodes and their numbers: https://www.evm.codes. */
export interface Program {
  readonly bytes: Uint8Array
  /** 1 at every offset of a JUMPDEST that is an instruction and not a byte of a pushed number. */
  readonly jumpTargets: Uint8Array
}

export const PUSH0 = 0x5f
export const PUSH32 = 0x7f
const PUSH1 = 0x60
const JUMPDEST = 0x5b

/** Number of immediate bytes of a push; 0 for PUSH0 and for all other opcodes. */
export const pushSize = (opcode: number): number => (opcode >= PUSH1 && opcode <= PUSH32 ? opcode - PUSH0 : 0)

export function decodeProgram(bytes: Uint8Array): Program {
  const jumpTargets = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += 1 + pushSize(bytes[at] ?? 0)) if (bytes[at] === JUMPDEST) jumpTargets[at] = 1
  return { bytes, jumpTargets }
}

/** Reads a big-endian number from the code. Bytes past its end are zero, as in the EVM. */
export function numberAt(bytes: Uint8Array, from: number, size: number): bigint {
  let value = 0n
  for (let i = 0; i < size; i++) value = (value << 8n) | BigInt(bytes[from + i] ?? 0)
  return value
}
