import { base64 } from '@scure/base'
import { z } from 'zod'
import { ByteReader } from '../bytes.ts'

/** One token account as `getProgramAccounts` lists it, cut down to owner and amount. */
export interface TokenRow {
  readonly account: string
  readonly owner: string
  /** Raw units. */
  readonly raw: bigint
}

/** Where owner and amount lie in a token account, up to the byte in which Token-2022 says what kind of account it is. */
export const ROW_SLICE = { offset: 32, length: 165 - 32 + 1 }
const PLAIN_SLICE_BYTES = 165 - 32
const KIND_AT = 165 - 32
const KIND_ACCOUNT = 2

/**
 * Owner and amount from the slice; null for bytes that are no token account: longer ones carry extensions and must say
 * that they are accounts.
 */
export function readTokenRow(account: string, slice: Uint8Array): TokenRow | null {
  if (slice.length < PLAIN_SLICE_BYTES || (slice.length > PLAIN_SLICE_BYTES && slice[KIND_AT] !== KIND_ACCOUNT)) return null
  const reader = new ByteReader(slice)
  const owner = reader.pubkey()
  const raw = reader.u64()
  return owner === null || raw === null ? null : { account, owner, raw }
}

const listedAccounts = z.object({
  context: z.object({ slot: z.int() }),
  value: z.array(z.object({ pubkey: z.string(), account: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) })),
})

/** One owner's accounts of the token together. */
export interface Owned {
  readonly owner: string
  readonly raw: bigint
  /** Its accounts, the largest first, at most a few. */
  readonly accounts: readonly string[]
}

export interface TokenList {
  readonly slot: number
  /** Balances above zero, the largest first, ties by owner. */
  readonly owned: readonly Owned[]
  /** Accounts that were listed and are no token accounts. */
  readonly odd: number
}

const MOST_ACCOUNTS_NAMED = 8

/** Sums a `getProgramAccounts` answer (with context) by owner; null when it is none. */
export function sumByOwner(answer: unknown): TokenList | null {
  const parsed = listedAccounts.safeParse(answer)
  if (!parsed.success) return null
  const byOwner = new Map<string, TokenRow[]>()
  let odd = 0
  for (const { pubkey, account } of parsed.data.value) {
    const row = readTokenRow(pubkey, base64.decode(account.data[0]))
    if (row === null) odd += 1
    else if (row.raw > 0n) {
      const rows = byOwner.get(row.owner)
      if (rows === undefined) byOwner.set(row.owner, [row])
      else rows.push(row)
    }
  }
  return { slot: parsed.data.context.slot, owned: ownedOf(byOwner), odd }
}

export function ownedOf(byOwner: ReadonlyMap<string, readonly TokenRow[]>): Owned[] {
  return [...byOwner]
    .map(([owner, rows]) => ({
      owner,
      raw: rows.reduce((sum, row) => sum + row.raw, 0n),
      accounts: [...rows]
        .sort(bySize)
        .slice(0, MOST_ACCOUNTS_NAMED)
        .map((row) => row.account),
    }))
    .sort((a, b) => bySize(a, b) || (a.owner < b.owner ? -1 : 1))
}

const bySize = (a: { raw: bigint }, b: { raw: bigint }): number => (a.raw === b.raw ? 0 : a.raw < b.raw ? 1 : -1)
