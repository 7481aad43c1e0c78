import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { parseTokenAddress } from '../../../../src-shared/domain/parse-address.ts'

export const ZERO_ADDRESS = trustedAddress(`0x${'0'.repeat(64)}`)
/** The package of the Sui framework. */
export const FRAMEWORK = trustedAddress(`0x${'0'.repeat(63)}2`)
/** The coin type of SUI, in normal form. */
export const SUI_COIN = trustedAddress(`${FRAMEWORK}::sui::SUI`)
/** Longer or deeper type texts are rejected as untrusted input. */
const MAX_TYPE_LENGTH = 2_000
const MAX_TYPE_DEPTH = 8

/** A parsed Move struct type `0x…::module::Name<arguments>`, every address padded to 64 digits. */
export interface StructType {
  /** `0x…::module::Name` without arguments. */
  readonly name: string
  readonly arguments: readonly string[]
}

/** Null for text that is not a struct type. Addresses may be short and without `0x`. */
export function parseStructType(text: string): StructType | null {
  return text.length > MAX_TYPE_LENGTH ? null : parseAt(text.trim(), 0)
}

function parseAt(text: string, depth: number): StructType | null {
  if (depth > MAX_TYPE_DEPTH) return null
  const open = text.indexOf('<')
  const head = open < 0 ? text : text.slice(0, open)
  const match = /^(?:0[xX])?([0-9a-fA-F]{1,64})::([A-Za-z_]\w*)::([A-Za-z_]\w*)$/.exec(head)
  if (match === null || (open >= 0 && !text.endsWith('>'))) return null
  const [, pack = '', module = '', name = ''] = match
  const parts = open < 0 ? [] : splitArguments(text.slice(open + 1, -1)).map((part) => normaliseAt(part, depth + 1))
  return { name: `0x${pack.toLowerCase().padStart(64, '0')}::${module}::${name}`, arguments: parts }
}

function splitArguments(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (char === '<') depth += 1
    else if (char === '>') depth -= 1
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, i))
      from = i + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}

function normaliseAt(text: string, depth: number): string {
  const trimmed = text.trim()
  const struct = parseAt(trimmed, depth)
  return struct === null ? trimmed : writeType(struct)
}

function writeType({ name, arguments: parts }: StructType): string {
  return parts.length === 0 ? name : `${name}<${parts.join(',')}>`
}

/** The normal form of a type text. Text that is not a struct type is returned unchanged. */
export function normaliseType(text: string): string {
  const struct = parseStructType(text)
  return struct === null ? text : writeType(struct)
}

/** A coin type as a token address; null for other text. Move writes coin types without `0x`. */
export function parseCoinType(text: string): Address | null {
  const parsed = parseTokenAddress('sui', /^0[xX]/.test(text) ? text : `0x${text}`)
  return parsed.ok ? parsed.address : null
}

/** An object or account address, padded to 64 digits; null for other text. */
export function parseSuiAddress(text: string): Address | null {
  const match = /^(?:0[xX])?([0-9a-fA-F]{1,64})$/.exec(text)
  return match === null ? null : trustedAddress(`0x${(match[1] ?? '').toLowerCase().padStart(64, '0')}`)
}
