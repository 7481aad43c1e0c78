import { toHex } from 'viem'
import type { FunctionAccess } from '../../bytecode/effects/access.ts'
import type { ReadSlots } from '../contract/slots.ts'

/** Leaves out the stored contracts that functions ask about their caller if none is stored: they then answer nothing, so such a function obeys nobody. */
export async function withoutEmptyAuthorities(functions: readonly FunctionAccess[], slots: ReadSlots): Promise<FunctionAccess[]> {
  const named = [...new Set(functions.flatMap(({ asks }) => asks.map(({ slot }) => toHex(slot))))]
  const words = named.length === 0 ? [] : await slots(named)
  const empty = new Set(named.filter((_, i) => BigInt(words[i] ?? 1) === 0n))
  return functions.map((one) => ({ ...one, asks: one.asks.filter(({ slot }) => !empty.has(toHex(slot))) }))
}
