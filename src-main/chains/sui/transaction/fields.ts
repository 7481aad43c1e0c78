import { base58, base64 } from '@scure/base'
import { z } from 'zod'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { normaliseType, parseCoinType, parseSuiAddress } from '../encoding/move-type.ts'
import type { BalanceChange } from './transaction.ts'

/** Fields that the schemas of gRPC, GraphQL and JSON-RPC answers share. */

/** Above the limits of the protocol: 1,024 events and 2,048 input objects in a transaction (`sui-protocol-config`). */
const MAX_ITEMS = 4_096

export const count = z.union([z.number(), z.bigint(), z.string().regex(/^\d{1,20}$/)]).transform((value, context) => {
  const number = Number(value)
  if (Number.isSafeInteger(number) && number >= 0) return number
  context.addIssue({ code: 'custom', message: 'is not a count' })
  return z.NEVER
})
export const amount = z.union([z.bigint(), z.number().int(), z.string().regex(/^-?\d{1,40}$/)]).transform((value) => BigInt(value))
export const address = z.string().transform((value, context): Address => {
  const parsed = parseSuiAddress(value)
  if (parsed !== null) return parsed
  context.addIssue({ code: 'custom', message: 'is not an address' })
  return z.NEVER
})
export const digest = z.string().max(64)
export const boundedArray = <S extends z.ZodType>(item: S) => z.array(item).max(MAX_ITEMS)

interface GasSummary {
  readonly computationCost: bigint
  readonly storageCost: bigint
  readonly storageRebate: bigint
}
export const gasSummary = z.object({ computationCost: amount.default(0n), storageCost: amount.default(0n), storageRebate: amount.default(0n) })
export const netGas = ({ computationCost, storageCost, storageRebate }: GasSummary): bigint => computationCost + storageCost - storageRebate

/** A Move type in normal form; null for packages or if the answer names none. */
export const objectType = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text === 'package' ? null : normaliseType(text)

/** Null if the answer has no balance changes. A change without an owner (a shared or frozen coin) belongs to no account. */
export function toBalanceChanges(
  rows: readonly { readonly owner: Address | null; readonly coinType: string; readonly amount: bigint }[] | null | undefined,
): BalanceChange[] | null {
  if (rows === null || rows === undefined) return null
  return rows.flatMap(({ owner, coinType, amount: raw }) => {
    const coin = parseCoinType(coinType)
    return owner === null || coin === null ? [] : [{ owner, coin, raw }]
  })
}

/** Null for text that is not base64. */
export const decodeBase64 = (text: string): Uint8Array | null => decodeOrNull(() => base64.decode(text))
/** Null for text that is not base58. */
export const decodeBase58 = (text: string): Uint8Array | null => decodeOrNull(() => base58.decode(text))

function decodeOrNull(decode: () => Uint8Array): Uint8Array | null {
  try {
    return decode()
  } catch {
    return null
  }
}
