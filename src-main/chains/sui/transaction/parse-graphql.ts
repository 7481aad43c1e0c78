import { z } from 'zod'
import { normaliseType } from '../encoding/move-type.ts'
import { address, amount, toBalanceChanges, count, decodeBase64, boundedArray, netGas } from './parse.ts'
import type { SuiTransaction } from './transaction.ts'

/** A `transaction` of a GraphQL answer that was asked for effects, events and balance changes. */

const holder = z.object({ address })
const nodes = <S extends z.ZodType>(item: S) => z.object({ nodes: boundedArray(item) }).nullish()
const moveType = z.object({ repr: z.string() })

const graphqlTransaction = z.object({
  digest: z.string().max(64),
  sender: holder,
  gasInput: z.object({ gasSponsor: holder.nullish() }).nullish(),
  effects: z.object({
    status: z.string().nullish(),
    timestamp: z.iso.datetime({ offset: true }).nullish(),
    checkpoint: z.object({ sequenceNumber: count }).nullish(),
    gasEffects: z
      .object({
        gasSummary: z.object({ computationCost: amount.nullish(), storageCost: amount.nullish(), storageRebate: amount.nullish() }).nullish(),
      })
      .nullish(),
    balanceChanges: nodes(z.object({ owner: holder.nullish(), amount, coinType: moveType })),
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

export function parseGraphqlTransaction(value: unknown): SuiTransaction | null {
  const parsed = graphqlTransaction.safeParse(value)
  if (!parsed.success) return null
  const { digest, sender, gasInput, effects } = parsed.data
  const gas = effects.gasEffects?.gasSummary
  return {
    digest,
    checkpoint: effects.checkpoint?.sequenceNumber ?? null,
    index: null,
    time: typeof effects.timestamp === 'string' ? Math.floor(Date.parse(effects.timestamp) / 1_000) : null,
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
    changes:
      effects.balanceChanges === null || effects.balanceChanges === undefined
        ? null
        : toBalanceChanges(
            effects.balanceChanges.nodes.map((row) => ({ owner: row.owner?.address ?? null, coinType: row.coinType.repr, amount: row.amount })),
          ),
    objects: (effects.objectChanges?.nodes ?? []).map(({ address: id, idCreated, outputState }) => {
      const type = outputState?.asMoveObject?.contents?.type.repr
      return { id, type: type === undefined ? null : normaliseType(type), created: idCreated === true }
    }),
  }
}
