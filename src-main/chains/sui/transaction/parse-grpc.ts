import { z } from 'zod'
import { parseIsoSeconds, parseUnixSeconds } from '../../../../src-shared/domain/unix-time.ts'
import { normaliseType } from '../encoding/move-type.ts'
import { address, amount, boundedArray, count, decodeBase64, digest, gasSummary, netGas, objectType, toBalanceChanges } from './fields.ts'
import type { SuiTransaction } from './transaction.ts'

/** `ExecutedTransaction` of gRPC, as the client reads it or as protobuf JSON (https://github.com/MystenLabs/sui-apis). */

const bytes = z.union([
  z.instanceof(Uint8Array),
  z.string().transform((text, context) => {
    const decoded = decodeBase64(text)
    if (decoded !== null) return decoded
    context.addIssue({ code: 'custom', message: 'is not base64' })
    return z.NEVER
  }),
])
const timestamp = z.union([
  z.object({ seconds: count }).transform(({ seconds }) => parseUnixSeconds(seconds)),
  z.iso.datetime({ offset: true }).transform(parseIsoSeconds),
])
/** `ChangedObject.IdOperation`. */
const CREATED: readonly unknown[] = [2, 'CREATED']
/** `Owner.OwnerKind`. */
const OBJECT: readonly unknown[] = [2, 'OBJECT']
const owner = z.object({ kind: z.union([z.number(), z.string()]).nullish(), address: address.nullish() }).nullish()

const schema = z.object({
  digest,
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
        inputOwner: owner,
        outputOwner: owner,
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

/** Null if the value is not a gRPC transaction, or was requested without sender and effects. */
export function parseGrpcTransaction(value: unknown): SuiTransaction | null {
  const parsed = schema.safeParse(value)
  if (!parsed.success) return null
  const { data } = parsed
  const { transaction, effects } = data
  return {
    digest: data.digest,
    checkpoint: data.checkpoint ?? null,
    index: data.transactionIndex ?? null,
    time: data.timestamp ?? null,
    sender: transaction.sender,
    gasOwner: transaction.gasPayment?.owner ?? transaction.sender,
    gas: effects.gasUsed ? netGas(effects.gasUsed) : 0n,
    succeeded: effects.status?.success === true,
    events: (data.events?.events ?? []).map(({ eventType, contents, json }, index) => ({
      index,
      type: normaliseType(eventType),
      bytes: contents?.value ?? null,
      json,
    })),
    changes: toBalanceChanges(data.balanceChanges?.map((row) => ({ ...row, owner: row.address }))),
    objects: effects.changedObjects.map((object) => ({
      id: object.objectId,
      type: objectType(object.objectType),
      created: CREATED.includes(object.idOperation),
    })),
    objectOwners: new Set(
      effects.changedObjects
        .flatMap(({ inputOwner, outputOwner }) => [inputOwner, outputOwner])
        .flatMap((one) => (OBJECT.includes(one?.kind) && one?.address ? [one.address] : [])),
    ),
  }
}
