import { numberToBytes } from 'viem'

/** A number as RLP encodes it: big-endian without leading zeros; zero has no bytes. */
export const toMinimalBytes = (value: number | bigint): Uint8Array => (BigInt(value) === 0n ? new Uint8Array() : numberToBytes(value))
