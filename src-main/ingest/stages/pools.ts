import { poolCandidates } from '../decide.ts'
import { done, type Stage } from '../stage.ts'
import { readMissing } from './read-missing.ts'

/** Addresses asked whether they are pools: a token has few pools, and they are among its busiest addresses. */
const MOST_CANDIDATES = 1_500

/** Pools that known factories announced, then pools of unknown ones among the addresses the token moved through. */
export const readPoolsStage: Stage = async (context) => {
  const { store, adapter, token, head, signal } = context
  await readMissing(
    context,
    'pools',
    ({ from, to }) => adapter.pools(token.address, from, to, signal),
    (rows, covers) => store.write.savePools({ token, rows, covers }),
  )
  const transfers = await store.read.transfers({ token, limit: null })
  const candidates = poolCandidates(transfers, await store.read.pools(token), MOST_CANDIDATES)
  const found = await adapter.poolsAmong(token.address, candidates, head, signal)
  await store.write.savePools({ token, rows: found, covers: null })
  return done()
}
