import { numberToBytes } from 'viem'

/** A number as RLP has it: big-endian without leading zeros, and no byte for zero. */
export const toMinimalBytes = (value: number | bigint): Uint8Array => (BigInt(value) === 0n ? new Uint8Array() : numberToBytes(value))
