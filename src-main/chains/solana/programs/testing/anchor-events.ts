import { createHash } from 'node:crypto'
import { decodeBase58, encodeBase58 } from '../../encoding/base58.ts'
import type { SwapContext } from '../venue.ts'

/*
 * For readers of events without a recorded transaction in the tree. The events are built from the names and fields of the IDLs that the readers
 * cite, with discriminators by Anchor's rule (https://www.anchor-lang.com/docs/basics/idl). It is unproved that a program emits them so.
 */

/** An account whose 32 bytes are all this number. */
export const key = (n: number): string => encodeBase58(new Uint8Array(32).fill(n))

export type Field = { readonly u64: bigint } | { readonly u8: number } | { readonly key: string } | { readonly skip: number }

export function event(name: string, fields: readonly Field[]): Uint8Array {
  const parts = fields.map((field) => {
    if ('key' in field) return decodeBase58(field.key) ?? new Uint8Array()
    if ('skip' in field) return new Uint8Array(field.skip)
    if ('u8' in field) return Uint8Array.of(field.u8)
    return new Uint8Array(new BigUint64Array([field.u64]).buffer)
  })
  return Buffer.concat([createHash('sha256').update(`event:${name}`).digest().subarray(0, 8), ...parts])
}

export interface Scene {
  readonly events: readonly Uint8Array[]
  readonly accounts?: readonly string[]
  readonly movements?: readonly { mint: string; raw: bigint; fromOwner?: string; toOwner?: string; withheld?: bigint | null }[]
  readonly lamportChange?: bigint
}

/** The context that a reader gets for an instruction with these events. */
export const scene = ({ events, accounts = [], movements = [], lamportChange = 0n }: Scene): SwapContext =>
  ({
    tx: { keys: accounts, lamportChange: () => lamportChange },
    instruction: { accounts: { at: (index: number) => index, name: (index: number) => accounts[index] } },
    movements,
    events,
  }) as unknown as SwapContext
