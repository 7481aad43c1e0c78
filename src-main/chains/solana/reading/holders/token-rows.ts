import { z } from 'zod'
import { base64Data } from '../../encoding/base64-data.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'

/** Owner and amount of one token account from `getProgramAccounts`. */
export interface TokenRow {
  readonly account: string
  readonly owner: string
  /** Raw units. */
  readonly raw: bigint
}

/**
 * The slice of a token account with owner and amount, up to the byte with Token-2022's account type
 * (https://github.com/solana-program/token-2022/blob/main/interface/src/state.rs, `Account`).
 */
export const ROW_SLICE = { offset: 32, length: 165 - 32 + 1 }
const PLAIN_SLICE_BYTES = 165 - 32
const KIND_AT = 165 - 32
const KIND_ACCOUNT = 2

/** Reads owner and amount from the slice; null if it is not a token account. Longer slices have extensions and an account type. */
export function readTokenRow(account: string, slice: Uint8Array): TokenRow | null {
  if (slice.length < PLAIN_SLICE_BYTES || (slice.length > PLAIN_SLICE_BYTES && slice[KIND_AT] !== KIND_ACCOUNT)) return null
  const reader = new ByteReader(slice)
  const owner = reader.pubkey()
  const raw = reader.u64()
  return owner === null || raw === null ? null : { account, owner, raw }
}

/**
 * Size of the token programs' `Multisig`, which no token account has. Whoever makes one chooses its bytes, so it may begin with a mint
 * (https://github.com/solana-program/token-2022/blob/main/interface/src/extension/mod.rs, `check_min_len_and_not_multisig`).
 */
export const MULTISIG_BYTES = 355

const listedAccounts = z.object({
  context: z.object({ slot: z.int() }),
  value: z.array(z.object({ pubkey: z.string(), account: z.object({ data: base64Data, space: z.number().nullish() }) })),
})

/** One owner's accounts of the token, summed. */
export interface OwnerBalance {
  readonly owner: string
  readonly raw: bigint
  /** Its largest accounts in descending order. */
  readonly accounts: readonly string[]
}

export interface TokenList {
  readonly slot: number
  /** Balances above zero, largest first, ties by owner. */
  readonly owned: readonly OwnerBalance[]
  /** Listed accounts that are not token accounts. */
  readonly unreadable: number
}

const MAX_ACCOUNTS_PER_OWNER = 8

/** Sums a `getProgramAccounts` answer with context by owner; null if it has another form. */
export function sumByOwner(answer: unknown): TokenList | null {
  const parsed = listedAccounts.safeParse(answer)
  if (!parsed.success) return null
  const byOwner = new Map<string, TokenRow[]>()
  let unreadable = 0
  for (const { pubkey, account } of parsed.data.value) {
    if (account.space === MULTISIG_BYTES) continue
    const row = readTokenRow(pubkey, account.data)
    if (row === null) unreadable += 1
    else if (row.raw > 0n) {
      const rows = byOwner.get(row.owner)
      if (rows === undefined) byOwner.set(row.owner, [row])
      else rows.push(row)
    }
  }
  return { slot: parsed.data.context.slot, owned: groupByOwner(byOwner), unreadable }
}

export function groupByOwner(byOwner: ReadonlyMap<string, readonly TokenRow[]>): OwnerBalance[] {
  return [...byOwner]
    .map(([owner, rows]) => ({
      owner,
      raw: rows.reduce((sum, row) => sum + row.raw, 0n),
      accounts: [...rows]
        .sort(bySize)
        .slice(0, MAX_ACCOUNTS_PER_OWNER)
        .map((row) => row.account),
    }))
    .sort((a, b) => bySize(a, b) || (a.owner < b.owner ? -1 : 1))
}

const bySize = (a: { raw: bigint }, b: { raw: bigint }): number => (a.raw === b.raw ? 0 : a.raw < b.raw ? 1 : -1)
