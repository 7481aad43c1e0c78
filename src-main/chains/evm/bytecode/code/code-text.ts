import { readCode } from './code-facts.ts'
import { numberAt, pushSize } from './program.ts'

/** Runtime code parsed from a string, or an error message. */
export type CodeInput =
  | { readonly bytes: Uint8Array; /** Whether the text was creation code. Only its runtime part is kept. */ readonly isCreation: boolean }
  | { readonly error: string }

/** Twenty times the code size limit of https://eips.ethereum.org/EIPS/eip-170. */
const MAX_CODE_BYTES = 20 * 24_576

/** Reads hexadecimal text with or without `0x`. Creation code is replaced by the runtime code that it returns. */
export function readCodeText(text: string): CodeInput {
  const hex = text.trim().replace(/^0x/i, '')
  if (hex === '') return { error: 'The file has no code.' }
  if (!/^[0-9a-f]+$/i.test(hex)) return { error: 'The file is not hexadecimal text.' }
  if (hex.length % 2 !== 0) return { error: 'The file has an odd number of hexadecimal digits, so a part of the code is missing.' }
  if (hex.length / 2 > MAX_CODE_BYTES) return { error: `The code is longer than ${MAX_CODE_BYTES} bytes, which no network accepts.` }
  const bytes = Buffer.from(hex, 'hex')
  const runtime = runtimeIn(bytes)
  return { bytes: runtime ?? bytes, isCreation: runtime !== null }
}

const CODECOPY = 0x39
/** Instructions before CODECOPY within which a constructor pushes the offset and the length of the runtime code. */
const PUSHED_WITHIN = 12
/** Limit on the comparisons in a constructor that look like selector comparisons. */
const CONSTRUCTOR_COMPARES = 2

/**
 * Finds the runtime code in creation code; returns null for runtime code. Only runtime code compares selectors along the paths from its first
 * byte. A constructor copies that code instead.
 */
function runtimeIn(bytes: Uint8Array): Uint8Array | null {
  const own = selectorsIn(bytes)
  if (own > CONSTRUCTOR_COMPARES) return null
  let best: { readonly code: Uint8Array; readonly selectors: number } | null = null
  const pushed: number[] = []
  for (let at = 0; at < bytes.length; at += 1 + pushSize(bytes[at] ?? 0)) {
    const size = pushSize(bytes[at] ?? 0)
    if (bytes[at] === CODECOPY) {
      for (const code of candidates(bytes, at, pushed)) {
        const selectors = selectorsIn(code)
        if (selectors > (best?.selectors ?? own)) best = { code, selectors }
      }
      // The first CODECOPY with a plausible range copies the runtime code.
      if (best !== null) return best.code
    }
    pushed.push(size > 0 && size <= 4 ? Number(numberAt(bytes, at + 1, size)) : -1)
    if (pushed.length > PUSHED_WITHIN) pushed.shift()
  }
  return null
}

function candidates(bytes: Uint8Array, at: number, pushed: readonly number[]): Uint8Array[] {
  const known = [...new Set(pushed)].filter((value) => value > 0 && value < bytes.length)
  return known.flatMap((offset) =>
    offset <= at ? [] : known.flatMap((length) => (offset + length <= bytes.length ? [bytes.subarray(offset, offset + length)] : [])),
  )
}

const selectorsIn = (bytes: Uint8Array): number => readCode(`0x${Buffer.from(bytes).toString('hex')}`).selectors.size
