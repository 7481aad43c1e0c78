import { z } from 'zod'
import { parseIsoSeconds } from '../../../../src-shared/domain/unix-time.ts'
import { normaliseType } from '../encoding/move-type.ts'
import { address, amount, boundedArray, count, decodeBase64, digest, netGas, objectType, toBalanceChanges } from './fields.ts'
import type { SuiTransaction } from './transaction.ts'

/** A `transaction` of a GraphQL answer to a query for effects, events and balance changes. */

const account = z.object({ address })
const nodes = <S extends z.ZodType>(item: S) => z.object({ nodes: boundedArray(item) }).nullish()
const moveType = z.object({ repr: z.string() })

const schema = z.object({
  digest,
  sender: account,
  gasInput: z.object({ gasSponsor: account.nullish() }).nullish(),
  effects: z.object({
    status: z.string().nullish(),
    timestamp: z.iso.datetime({ offset: true }).nullish(),
    checkpoint: z.object({ sequenceNumber: count }).nullish(),
    gasEffects: z
      .object({
        gasSummary: z.object({ computationCost: amount.nullish(), storageCost: amount.nullish(), storageRebate: amount.nullish() }).nullish(),
      })
      .nullish(),
    balanceChanges: nodes(z.object({ owner: account.nullish(), amount, coinType: moveType })),
    events: nodes(
      z.object({ sequenceNumber: count.nullish(), contents: z.object({ type: moveType, bcs: z.string().nullish(), json: z.unknown().optional() }) }),
    ),
    objectChanges: nodes(
      z.object({
        address,
        idCreated: z.boolean().nullish(),
        outputState: z.object({ asMoveObject: z.object({ contents: z.object({ type: moveType }).nullish() }).nullish() }).nullish(),
      }),
    ),
  }),
})

/** Null if the value is not a GraphQL transaction. */
export function parseGraphqlTransaction(value: unknown): SuiTransaction | null {
  const parsed = schema.safeParse(value)
  if (!parsed.success) return null
  const { sender, gasInput, effects } = parsed.data
  const gas = effects.gasEffects?.gasSummary
  return {
    digest: parsed.data.digest,
    checkpoint: effects.checkpoint?.sequenceNumber ?? null,
    index: null,
    time: typeof effects.timestamp === 'string' ? parseIsoSeconds(effects.timestamp) : null,
    sender: sender.address,
    gasOwner: gasInput?.gasSponsor?.address ?? sender.address,
    gas: netGas({
      computationCost: gas?.computationCost ?? 0n,
      storageCost: gas?.storageCost ?? 0n,
      storageRebate: gas?.storageRebate ?? 0n,
    }),
    succeeded: effects.status === 'SUCCESS',
    events: (effects.events?.nodes ?? []).map(({ sequenceNumber, contents }, i) => ({
      index: sequenceNumber ?? i,
      type: normaliseType(contents.type.repr),
      bytes: typeof contents.bcs === 'string' ? decodeBase64(contents.bcs) : null,
      json: contents.json,
    })),
    changes: toBalanceChanges(
      effects.balanceChanges?.nodes.map((row) => ({ owner: row.owner?.address ?? null, coinType: row.coinType.repr, amount: row.amount })),
    ),
    objectOwners: new Set(),
    objects: (effects.objectChanges?.nodes ?? []).map(({ address: id, idCreated, outputState }) => ({
      id,
      type: objectType(outputState?.asMoveObject?.contents?.type.repr),
      created: idCreated === true,
    })),
  }
}
