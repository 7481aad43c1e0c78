import { base58, base64 } from '@scure/base'
import { z } from 'zod'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { parseCoinType, normaliseType, parseSuiAddress } from '../encoding/move-type.ts'
import type { BalanceChange, SuiEvent, SuiTransaction } from './transaction.ts'

/**
 * The answers of three transports brought to one form. gRPC: `ExecutedTransaction`, as the client reads it or as protobuf
 * JSON. JSON-RPC: `sui_getTransactionBlock`, which nodes no longer serve but recordings hold. GraphQL is in graphql-answer.ts.
 */

/** More of anything in one transaction than the protocol allows. */
const MAX_ITEMS = 4_096

export const count = z.union([z.number(), z.bigint(), z.string().regex(/^\d{1,20}$/)]).transform((value, context) => {
  const number = Number(value)
  if (Number.isSafeInteger(number) && number >= 0) return number
  context.addIssue({ code: 'custom', message: 'is no count' })
  return z.NEVER
})
export const amount = z.union([z.bigint(), z.number().int(), z.string().regex(/^-?\d{1,40}$/)]).transform((value) => BigInt(value))
export const address = z.string().transform((value, context): Address => {
  const parsed = parseSuiAddress(value)
  if (parsed !== null) return parsed
  context.addIssue({ code: 'custom', message: 'is no address' })
  return z.NEVER
})
export const boundedArray = <S extends z.ZodType>(item: S) => z.array(item).max(MAX_ITEMS)

const gasSummary = z.object({ computationCost: amount.default(0n), storageCost: amount.default(0n), storageRebate: amount.default(0n) })
type GasSummary = z.output<typeof gasSummary>
export const netGas = ({ computationCost, storageCost, storageRebate }: GasSummary): bigint => computationCost + storageCost - storageRebate

/* gRPC */

const bytes = z.union([
  z.instanceof(Uint8Array),
  z.string().transform((text, context) => {
    const read = decodeBase64(text)
    if (read !== null) return read
    context.addIssue({ code: 'custom', message: 'is no base64' })
    return z.NEVER
  }),
])
const timestamp = z.union([
  z.object({ seconds: count }).transform(({ seconds }) => seconds),
  z.iso.datetime({ offset: true }).transform((text) => Math.floor(Date.parse(text) / 1_000)),
])
const CREATED = 2

const grpcTransaction = z.object({
  digest: z.string().max(64),
  checkpoint: count.nullish(),
  transactionIndex: count.nullish(),
  timestamp: timestamp.nullish(),
  transaction: z.object({ sender: address, gasPayment: z.object({ owner: address.nullish() }).nullish() }),
  effects: z.object({
    status: z.object({ success: z.boolean().nullish() }).nullish(),
    gasUsed: gasSummary.nullish(),
    changedObjects: boundedArray(
      z.object({
        objectId: address,
        objectType: z.string().nullish(),
        idOperation: z.union([z.number(), z.string()]).nullish(),
      }),
    ).default([]),
  }),
  events: z
    .object({
      events: boundedArray(
        z.object({ eventType: z.string(), contents: z.object({ value: bytes.nullish() }).nullish(), json: z.unknown().optional() }),
      ).default([]),
    })
    .nullish(),
  balanceChanges: boundedArray(z.object({ address, coinType: z.string(), amount })).nullish(),
})

/** Null where the value is no gRPC transaction, or was asked for without sender and effects. */
export function parseGrpcTransaction(value: unknown): SuiTransaction | null {
  const parsed = grpcTransaction.safeParse(value)
  if (!parsed.success) return null
  const { digest, checkpoint, transactionIndex, timestamp: time, transaction, effects, events, balanceChanges } = parsed.data
  return {
    digest,
    checkpoint: checkpoint ?? null,
    index: transactionIndex ?? null,
    time: time ?? null,
    sender: transaction.sender,
    gasOwner: transaction.gasPayment?.owner ?? transaction.sender,
    gas: effects.gasUsed === null || effects.gasUsed === undefined ? 0n : netGas(effects.gasUsed),
    succeeded: effects.status?.success === true,
    events: (events?.events ?? []).map(({ eventType, contents, json }, index): SuiEvent => ({
      index,
      type: normaliseType(eventType),
      bytes: contents?.value ?? null,
      json,
    })),
    changes:
      balanceChanges === null || balanceChanges === undefined
        ? null
        : toBalanceChanges(balanceChanges.map((row) => ({ ...row, owner: row.address }))),
    objects: effects.changedObjects.map(({ objectId, objectType, idOperation }) => ({
      id: objectId,
      type: objectType === null || objectType === undefined || objectType === 'package' ? null : normaliseType(objectType),
      created: idOperation === CREATED || idOperation === 'CREATED',
    })),
  }
}

/* JSON-RPC */

const rpcOwner = z.union([
  z.object({ AddressOwner: address }).transform((owner) => owner.AddressOwner),
  z.object({ ObjectOwner: address }).transform((owner) => owner.ObjectOwner),
  z.unknown().transform(() => null),
])

const rpcTransaction = z.object({
  digest: z.string().max(64),
  checkpoint: count.nullish(),
  timestampMs: count.nullish(),
  transaction: z.object({ data: z.object({ sender: address, gasData: z.object({ owner: address }) }) }),
  effects: z.object({ status: z.object({ status: z.string() }), gasUsed: gasSummary }),
  events: boundedArray(
    z.object({
      type: z.string(),
      id: z.object({ eventSeq: count }),
      bcs: z.string().nullish(),
      bcsEncoding: z.string().nullish(),
      parsedJson: z.unknown().optional(),
    }),
  ).nullish(),
  balanceChanges: boundedArray(z.object({ owner: rpcOwner, coinType: z.string(), amount })).nullish(),
  objectChanges: boundedArray(z.object({ type: z.string(), objectId: address.optional(), objectType: z.string().optional() })).nullish(),
})

export function parseJsonRpcTransaction(value: unknown): SuiTransaction | null {
  const parsed = rpcTransaction.safeParse(value)
  if (!parsed.success) return null
  const { digest, checkpoint, timestampMs, transaction, effects, events, balanceChanges, objectChanges } = parsed.data
  return {
    digest,
    checkpoint: checkpoint ?? null,
    index: null,
    time: timestampMs === null || timestampMs === undefined ? null : Math.floor(timestampMs / 1_000),
    sender: transaction.data.sender,
    gasOwner: transaction.data.gasData.owner,
    gas: netGas(effects.gasUsed),
    succeeded: effects.status.status === 'success',
    events: (events ?? []).map((event) => ({
      index: event.id.eventSeq,
      type: normaliseType(event.type),
      bytes:
        event.bcs === null || event.bcs === undefined ? null : event.bcsEncoding === 'base64' ? decodeBase64(event.bcs) : decodeBase58(event.bcs),
      json: event.parsedJson,
    })),
    changes: balanceChanges === null || balanceChanges === undefined ? null : toBalanceChanges(balanceChanges),
    objects: (objectChanges ?? []).flatMap(({ objectId, objectType, type }) =>
      objectId === undefined
        ? []
        : [{ id: objectId, type: objectType === undefined ? null : normaliseType(objectType), created: type === 'created' }],
    ),
  }
}

/** Changes of accounts; a coin in nobody's hands (shared, frozen) belongs to no account. */
export function toBalanceChanges(rows: readonly { owner: Address | null; coinType: string; amount: bigint }[]): BalanceChange[] {
  return rows.flatMap(({ owner, coinType, amount: raw }) => {
    const coin = parseCoinType(coinType)
    return owner === null || coin === null ? [] : [{ owner, coin, raw }]
  })
}

export function decodeBase64(text: string): Uint8Array | null {
  try {
    return base64.decode(text)
  } catch {
    return null
  }
}

function decodeBase58(text: string): Uint8Array | null {
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}
