import type { Hex } from 'viem'
import { REPLACES_CODE } from '../../contract/proxy.ts'
import { FALLBACK, findFunction, STANDARD } from '../../../encoding/selectors.ts'
import type { VerifiedSource } from '../../contract/source.ts'

/** A function of a token, as far as its bytecode or its verified source shows it. */
export interface TokenFunction {
  readonly selector: Hex
  /** The signature if it is known; otherwise the selector with the types of its arguments. */
  readonly name: string
  /** Types of the arguments, separated by commas; null if they are unknown. */
  readonly args: string | null
  /** The decoder found no path that writes. It may be wrong, so the function is tried with few values. */
  readonly reads: boolean
}

/** A function as static analysis of the bytecode shows it. */
export interface DecodedFunction {
  /** `0x` and 8 digits. */
  readonly selector: string
  readonly args: string
  /** `pure` or `view`: no path of the function writes. */
  readonly reads: boolean
}

/** Runs for a call with no data, or with the data of no function. */
const FALLBACK_FUNCTION: TokenFunction = { selector: FALLBACK, name: 'the fallback', args: null, reads: false }

/**
 * The fallback and all functions except those that replace code or that the verified source declares as reading.
 *
 * @param selectors found by the walk over the code, which also finds functions that the decoder misses
 * @param decoded null if the decoder did not finish
 */
export function functionsOf(
  selectors: ReadonlySet<string>,
  decoded: readonly DecodedFunction[] | null,
  { writes, reads }: VerifiedSource,
): TokenFunction[] {
  const rows = new Map((decoded ?? []).map((row) => [row.selector, row]))
  const declared = new Map((writes ?? []).map(({ selector, signature }) => [selector, signature]))
  const all = [...new Set([...selectors, ...rows.keys(), ...declared.keys()])].sort()
  const named = all.flatMap((selector): TokenFunction[] => {
    if (reads.has(selector) || REPLACES_CODE.has(selector)) return []
    const row = rows.get(selector)
    const signature = declared.get(selector) ?? findFunction(selector)?.signature ?? STANDARD.get(selector)
    const args = signature === undefined ? (row?.args ?? null) : signature.slice(signature.indexOf('(') + 1, -1)
    const name = signature ?? (args === null ? selector : `${selector}(${args})`)
    return [{ selector: selector as Hex, name, args, reads: row?.reads === true }]
  })
  return [...named, FALLBACK_FUNCTION]
}
