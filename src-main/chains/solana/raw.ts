import { z } from 'zod'

/**
 * What a node answers to getTransaction and getBlock, in the encodings json, jsonParsed, base64 and base58. Only the
 * fields that are read are checked; the rest passes.
 */

/** Amounts arrive as text, as numbers, or, from a careful JSON reader, as bigint. */
const amount = z.union([z.string(), z.number(), z.bigint()])

/** Any of those to raw units; null for what is no whole amount. */
export function amountOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : null
  return typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : null
}

const rawIndexedInstruction = z.object({
  programIdIndex: z.int().nonnegative(),
  accounts: z.array(z.int().nonnegative()),
  data: z.string(),
  stackHeight: z.int().nullish(),
})
const rawParsedInstruction = z.object({
  programId: z.string(),
  parsed: z.union([z.object({ type: z.string(), info: z.record(z.string(), z.unknown()).optional() }), z.string()]),
  stackHeight: z.int().nullish(),
})
const rawNamedInstruction = z.object({
  programId: z.string(),
  accounts: z.array(z.string()),
  data: z.string(),
  stackHeight: z.int().nullish(),
})
export const rawInstruction = z.union([rawIndexedInstruction, rawParsedInstruction, rawNamedInstruction])
export type RawInstruction = z.infer<typeof rawInstruction>

const rawTokenBalance = z.object({
  accountIndex: z.int().nonnegative(),
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: z.object({ amount: z.string(), decimals: z.int().nonnegative() }),
})
export type RawTokenBalance = z.infer<typeof rawTokenBalance>

const rawMeta = z.object({
  err: z.unknown().optional(),
  fee: amount,
  preBalances: z.array(amount),
  postBalances: z.array(amount),
  preTokenBalances: z.array(rawTokenBalance).nullish(),
  postTokenBalances: z.array(rawTokenBalance).nullish(),
  innerInstructions: z.array(z.object({ index: z.int().nonnegative(), instructions: z.array(rawInstruction) })).nullish(),
  logMessages: z.array(z.string()).nullish(),
  loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
})

const rawKey = z.union([z.string(), z.object({ pubkey: z.string(), signer: z.boolean().optional(), source: z.string().optional() })])
const rawMessage = z.object({
  accountKeys: z.array(rawKey).min(1),
  header: z.object({ numRequiredSignatures: z.int().nonnegative() }).optional(),
  instructions: z.array(rawInstruction),
})
const rawTransactionBody = z.union([
  z.tuple([z.string(), z.enum(['base64', 'base58'])]),
  z.object({ signatures: z.array(z.string()).min(1), message: rawMessage }),
])

export const rawTransaction = z.object({
  transaction: rawTransactionBody,
  meta: rawMeta,
  slot: z.int().nonnegative().optional(),
  blockTime: z.int().nullish(),
  transactionIndex: z.int().nonnegative().nullish(),
  indexWithinBlock: z.int().nonnegative().nullish(),
})
export type RawTransaction = z.infer<typeof rawTransaction>

export const rawBlock = z.object({
  blockhash: z.string(),
  parentSlot: z.int().nonnegative(),
  blockTime: z.int().nullish(),
  transactions: z.array(z.unknown()),
})
export type RawBlock = z.infer<typeof rawBlock>

export const rawEnvelope = z.object({ jsonrpc: z.string(), result: z.unknown() })
