import type { Address } from '../../../src-shared/domain/address.ts'
import type { HolderSource } from '../../chains/adapter.ts'
import type { Stage, StageContext } from './stage.ts'
import { readMissing } from './read-missing.ts'

/** Addresses asked whether they are pools: a token has few pools, and they are among its busiest addresses. */
const MOST_CANDIDATES = 1_500
/** A pool that anyone trades with holds much of the token; where holders are listed, only the largest are looked at. */
const MOST_HOLDERS = 200

/** Pools that known factories announced, then pools of unknown ones among the addresses the token moved through. */
export const readPoolsStage: Stage = async (context) => {
  const { store, adapter, token, head, signal } = context
  const result = await readMissing(
    context,
    'pools',
    ({ from, to }) => adapter.pools(token.address, from, to, signal),
    (rows, covers) => store.write.savePools({ token, rows, covers }),
  )
  const candidates = await CANDIDATES[adapter.holderSource](context)
  const found = await adapter.poolsAmong(token.address, candidates, head, signal)
  await store.write.savePools({ token, rows: found, covers: null })
  return result
}

/** Where the token passes by, or lies: which addresses may be pools that nobody announced. */
const CANDIDATES: Readonly<Record<HolderSource, (context: StageContext) => Promise<Address[]>>> = {
  replayed: async ({ store, token }) => (await store.read.poolCandidates({ token, limit: MOST_CANDIDATES })).map((flow) => flow.address),
  listed: async ({ store, token }) => (await store.read.holders({ token, limit: MOST_HOLDERS })).map((holding) => holding.address),
}
