import { z } from 'zod'
import type { ChainEvent } from '../../../../../src-shared/domain/events.ts'
import { parseUnixSeconds } from '../../../../../src-shared/domain/unix-time.ts'
import { decodeSolanaTransaction } from '../../decode/decode.ts'
import { closableMints, initializedMints } from '../../decode/mints.ts'
import { normaliseTransaction } from '../../decode/normalise.ts'
import { parseAmount } from '../../encoding/json.ts'
import { withdrawalsIn, type Withdrawal } from '../../transaction/withdrawals.ts'

/** A decoded transaction with the balances of its accounts. */
export interface ReadTransaction {
  readonly signature: string
  readonly slot: number
  /** Index in its block. */
  readonly index: number
  readonly time: number | null
  readonly events: readonly ChainEvent[]
  readonly signers: readonly string[]
  readonly feePayer: string
  /** Lamports. */
  readonly fee: number
  readonly accounts: readonly AccountChange[]
  readonly tokens: readonly TokenBalance[]
  readonly withdrawals: readonly Withdrawal[]
  /** Mints that it initialises. */
  readonly mints: readonly string[]
  /** Mints that it makes closable. */
  readonly closableMints: readonly string[]
}
interface AccountChange {
  readonly address: string
  /** Lamports before and after. */
  readonly before: number
  readonly after: number
}
/** A token account of the transaction. */
interface TokenBalance {
  readonly account: string
  readonly mint: string
  /** After the transaction, or before it if the transaction closes the account. */
  readonly owner: string | null
  /** Before the transaction, if it gives the account to another owner; else null. */
  readonly formerOwner: string | null
  /** Raw units before and after the transaction, zero while there is no account; null if unknown. */
  readonly before: bigint | null
  readonly after: bigint | null
}

/** Identifies the requested transaction, with its index in the block. */
export interface Listing {
  readonly signature: string
  readonly index: number
}

/** A row of preTokenBalances or postTokenBalances. The amount is unvalidated. */
interface BalanceRow {
  readonly accountIndex: number
  readonly mint: string
  readonly owner?: string | undefined
  readonly uiTokenAmount?: { readonly amount?: unknown } | undefined
}
const tokenBalance = z.looseObject({
  accountIndex: z.int(),
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: z.looseObject({ amount: z.unknown() }).optional(),
})
/**
 * A getTransaction answer in the encoding json. The largest recorded answer has 24 kB and takes 0.1 ms to parse and decode, so a
 * worker thread would cost more.
 */
export const rawAnswer = z.looseObject({
  slot: z.int(),
  blockTime: z.int().nullish(),
  transaction: z.looseObject({
    message: z.looseObject({ accountKeys: z.array(z.string()).min(1), header: z.looseObject({ numRequiredSignatures: z.int() }) }),
  }),
  meta: z.looseObject({
    fee: z.number(),
    preBalances: z.array(z.number()),
    postBalances: z.array(z.number()),
    preTokenBalances: z.array(tokenBalance).nullish(),
    postTokenBalances: z.array(tokenBalance).nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
})

export function readTransaction(raw: z.output<typeof rawAnswer>, { signature, index }: Listing): ReadTransaction {
  const { meta } = raw
  const { accountKeys, header } = raw.transaction.message
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  // Some answers already list the loaded addresses among the keys.
  const complete = accountKeys.length >= meta.preBalances.length
  const keys = complete ? accountKeys : [...accountKeys, ...writable, ...readonly]
  const accounts = keys.map((address, i) => ({ address, before: meta.preBalances[i] ?? 0, after: meta.postBalances[i] ?? 0 }))
  const time = parseUnixSeconds(raw.blockTime)
  const tx = normaliseTransaction({ ...raw, transactionIndex: index }, { slot: raw.slot, time, index })
  return {
    signature,
    slot: raw.slot,
    index,
    time,
    events: tx === null ? [] : decodeSolanaTransaction(tx),
    mints: tx === null ? [] : initializedMints(tx),
    closableMints: tx === null ? [] : closableMints(tx),
    withdrawals: tx === null ? [] : withdrawalsIn(tx),
    signers: keys.slice(0, header.numRequiredSignatures),
    feePayer: keys[0] ?? '',
    fee: meta.fee,
    accounts,
    tokens: tokensAmong(accounts, { before: meta.preTokenBalances ?? [], after: meta.postTokenBalances ?? [] }),
  }
}

/** Rows of an answer, whose `accountIndex` is an index into `accounts`. */
export function tokensAmong(
  accounts: readonly Pick<AccountChange, 'address'>[],
  rows: Readonly<Record<'before' | 'after', readonly BalanceRow[]>>,
): TokenBalance[] {
  const tokens = new Map<number, TokenBalance>()
  for (const side of ['before', 'after'] as const) {
    for (const { accountIndex, mint, owner = null, uiTokenAmount } of rows[side]) {
      const named = accounts[accountIndex]
      if (named === undefined) continue
      const { owner: former = null, before = 0n } = tokens.get(accountIndex) ?? {}
      const formerOwner = owner === null || former === owner ? null : former
      const held = { before, after: 0n, [side]: parseAmount(uiTokenAmount?.amount) }
      tokens.set(accountIndex, { account: named.address, mint, owner, formerOwner, ...held })
    }
  }
  return [...tokens.values()]
}
