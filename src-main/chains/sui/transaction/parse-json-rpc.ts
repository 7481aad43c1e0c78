import { z } from 'zod'
import { parseUnixSeconds } from '../../../../src-shared/domain/unix-time.ts'
import { normaliseType } from '../encoding/move-type.ts'
import {
  address,
  amount,
  boundedArray,
  count,
  decodeBase58,
  decodeBase64,
  digest,
  gasSummary,
  netGas,
  objectType,
  toBalanceChanges,
} from './fields.ts'
import type { SuiTransaction } from './transaction.ts'

/** `sui_getTransactionBlock` of JSON-RPC, which nodes no longer serve but recordings contain. */

const owner = z.union([
  z.object({ AddressOwner: address }).transform(({ AddressOwner }) => AddressOwner),
  z.object({ ObjectOwner: address }).transform(({ ObjectOwner }) => ObjectOwner),
  z.object({ ConsensusAddressOwner: z.object({ owner: address }) }).transform(({ ConsensusAddressOwner }) => ConsensusAddressOwner.owner),
  z.unknown().transform(() => null),
])

const schema = z.object({
  digest,
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
  balanceChanges: boundedArray(z.object({ owner, coinType: z.string(), amount })).nullish(),
  objectChanges: boundedArray(z.object({ type: z.string(), objectId: address.optional(), objectType: z.string().optional() })).nullish(),
})

/** Null if the value is not a JSON-RPC transaction. */
export function parseJsonRpcTransaction(value: unknown): SuiTransaction | null {
  const parsed = schema.safeParse(value)
  if (!parsed.success) return null
  const { data } = parsed
  const { sender, gasData } = data.transaction.data
  return {
    digest: data.digest,
    checkpoint: data.checkpoint ?? null,
    index: null,
    time: typeof data.timestampMs === 'number' ? parseUnixSeconds(Math.floor(data.timestampMs / 1_000)) : null,
    sender,
    gasOwner: gasData.owner,
    gas: netGas(data.effects.gasUsed),
    succeeded: data.effects.status.status === 'success',
    events: (data.events ?? []).map((event) => ({
      index: event.id.eventSeq,
      type: normaliseType(event.type),
      bytes: decodeEvent(event),
      json: event.parsedJson,
    })),
    changes: toBalanceChanges(data.balanceChanges),
    objectOwners: new Set(),
    objects: (data.objectChanges ?? []).flatMap((object) =>
      object.objectId === undefined ? [] : [{ id: object.objectId, type: objectType(object.objectType), created: object.type === 'created' }],
    ),
  }
}

/** Older nodes write base58 and name no encoding. */
function decodeEvent({ bcs, bcsEncoding }: { bcs?: string | null | undefined; bcsEncoding?: string | null | undefined }): Uint8Array | null {
  if (bcs === null || bcs === undefined) return null
  return bcsEncoding === 'base64' ? decodeBase64(bcs) : decodeBase58(bcs)
}
