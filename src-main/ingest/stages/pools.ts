import type { Address } from '../../../src-shared/domain/address.ts'
import type { HolderSource } from '../../chains/adapter.ts'
import { readMissing } from './read-missing.ts'
import type { BlockRange } from '../../store/interface.ts'
import { storedToken, type Stage, type StageContext, type StageResult } from './stage.ts'

/** Addresses that are tested for being pools: a token has few pools, and they are among its busiest addresses. */
const MAX_CANDIDATES = 1_500
/** An active pool holds much of the token, so if holders are listed, only the largest are tested. */
const MAX_HOLDERS = 200

/** Reads pools that known factories created, then tests the likeliest addresses for pools of unknown factories. */
export const readPoolsStage: Stage = async (context) => {
  const result = await readPoolsOf(context)
  await readPoolsAmong(context, await CANDIDATES[context.adapter.holderSource](context))
  return result
}

/** Stores the pools among the candidate addresses. */
export async function readPoolsAmong(context: StageContext, candidates: readonly Address[]): Promise<void> {
  const { store, adapter, token, head, signal } = context
  const { createdBlock } = await storedToken(context)
  const query = { token: token.address, candidates, known: await store.read.pools(token), createdNear: createdBlock }
  await store.write.savePools({ token, rows: await adapter.poolsAmong(query, head, signal), covers: null })
}

/** Stores the pools created by known factories, in all readable blocks or in a range. */
export function readPoolsOf(context: StageContext, only?: BlockRange): Promise<StageResult> {
  const { store, adapter, token, signal } = context
  return readMissing(
    context,
    'pools',
    ({ from, to }) => adapter.pools(token.address, from, to, signal),
    async (rows, covers) => {
      await store.write.savePools({ token, rows, covers })
      return null
    },
    only,
  )
}

/** Candidate addresses: those with most transfers, or the largest holders if transfers are not stored first. */
const CANDIDATES: Readonly<Record<HolderSource, (context: StageContext) => Promise<Address[]>>> = {
  replayed: async ({ store, token }) => (await store.read.poolCandidates({ token, limit: MAX_CANDIDATES })).map((flow) => flow.address),
  listed: async ({ store, token }) => (await store.read.holders({ token, limit: MAX_HOLDERS })).map((holding) => holding.address),
}
