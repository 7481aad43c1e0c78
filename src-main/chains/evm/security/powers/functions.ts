import type { Hex } from 'viem'
import { REPLACES_CODE } from '../contract/proxy.ts'
import { findFunction } from '../contract/selectors.ts'
import type { VerifiedSource } from '../contract/source.ts'

/** A function of a token, as far as its bytecode or its verified source shows it. */
export interface TokenFunction {
  readonly selector: Hex
  /** The signature where it is known; otherwise the selector with the types of its arguments. */
  readonly name: string
  /** Types of the arguments, separated by commas; null where they are not known. */
  readonly args: string | null
}

/** A function as static analysis of the bytecode shows it. */
export interface DecodedFunction {
  /** `0x` and 8 digits. */
  readonly selector: string
  readonly args: string
  /** `pure` or `view`: no path of the function writes. */
  readonly reads: boolean
}

/**
 * The functions that may change state, without those that replace the code.
 *
 * @param selectors found by the walk over the code, which also finds functions that the decoder misses
 * @param decoded null where the decoder did not finish
 */
export function changingFunctions(
  selectors: ReadonlySet<string>,
  decoded: readonly DecodedFunction[] | null,
  { writes, reads }: VerifiedSource,
): TokenFunction[] {
  const rows = new Map((decoded ?? []).map((row) => [row.selector, row]))
  const declared = new Map((writes ?? []).map(({ selector, signature }) => [selector, signature]))
  const all = [...new Set([...selectors, ...rows.keys(), ...declared.keys()])].sort()
  return all.flatMap((selector): TokenFunction[] => {
    if (reads.has(selector) || rows.get(selector)?.reads === true || REPLACES_CODE.has(selector)) return []
    const signature = declared.get(selector) ?? findFunction(selector)?.signature
    if (signature !== undefined) return [{ selector: selector as Hex, name: signature, args: signature.slice(signature.indexOf('(') + 1, -1) }]
    const args = rows.get(selector)?.args ?? null
    return [{ selector: selector as Hex, name: args === null ? selector : `${selector}(${args})`, args }]
  })
}
