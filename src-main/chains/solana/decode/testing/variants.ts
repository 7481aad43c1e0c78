import { decodeBase58, encodeBase58 } from '../../encoding/base58.ts'
import { readWireTransaction } from '../../transaction/wire.ts'

/**
 * Copies of a recorded answer in which wallets, token accounts and pools have different addresses. Programs, mints, logs and event
 * data are unchanged.
 */

const ADDRESS = /(?<=")[1-9A-HJ-NP-Za-km-z]{43,44}(?=")/g
const MINT = /"mint":"(\w+)"/g
const CALLED_PROGRAM = /Program ([1-9A-HJ-NP-Za-km-z]{32,44}) /g
/** The byte of an address that identifies a variant, far from both ends, which vanity addresses share. */
const MARKED_BYTE = 14
const KEY_BYTES = 32

/** Variants of an answer with addresses as text. The first variant is the answer itself. */
export function answerVariants(text: string, count: number): string[] {
  const fixed = fixedNames(text)
  return Array.from({ length: count }, (_, variant) => text.replace(ADDRESS, (name) => renamed(name, variant, fixed)))
}

interface Base64Block {
  readonly transactions: readonly { transaction: [string, string] }[]
}

/** Variants of a getBlock answer in the encoding base64. The first variant is the answer itself. */
export function blockVariants(text: string, count: number): string[] {
  const fixed = fixedNames(text)
  return Array.from({ length: count }, (_, variant) => {
    const block = JSON.parse(text.replace(ADDRESS, (name) => renamed(name, variant, fixed))) as Base64Block
    for (const row of block.transactions) row.transaction[0] = renamedKeys(row.transaction[0], variant, fixed)
    return JSON.stringify(block)
  })
}

const fixedNames = (text: string): ReadonlySet<string> =>
  new Set([CALLED_PROGRAM, MINT].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? '')))

function renamed(name: string, variant: number, fixed: ReadonlySet<string>): string {
  const bytes = fixed.has(name) ? null : decodeBase58(name)
  if (bytes?.length !== KEY_BYTES) return name
  mark(bytes, variant)
  return encodeBase58(bytes)
}

function renamedKeys(encoded: string, variant: number, fixed: ReadonlySet<string>): string {
  const bytes = Buffer.from(encoded, 'base64')
  for (const key of readWireTransaction(bytes)?.accountKeys ?? []) if (!fixed.has(encodeBase58(key))) mark(key, variant)
  return bytes.toString('base64')
}

function mark(key: Uint8Array, variant: number): void {
  key[MARKED_BYTE] = ((key[MARKED_BYTE] ?? 0) + variant) & 0xff
}
