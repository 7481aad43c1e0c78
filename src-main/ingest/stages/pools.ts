import { difference, size } from '../../store/intervals.ts'
import { poolCandidates } from '../decide.ts'
import { done, wantedRange, type Stage } from '../stage.ts'

/** Addresses asked whether they are pools: a token has few pools, and they are among its busiest addresses. */
const MOST_CANDIDATES = 1_500

/** Pools that known factories announced, then pools of unknown ones among the addresses the token moved through. */
export const readPoolsStage: Stage = async (context) => {
  const { store, adapter, token, head, signal, progress } = context
  const missing = difference([await wantedRange(context)], await store.read.covered({ token, what: 'pools' }))
  const total = size(missing)
  let read = 0
  progress(read, total)
  for (const range of missing) {
    for await (const page of adapter.pools(token.address, range.from, range.to, signal)) {
      await store.write.savePools({ token, rows: page.rows, covers: { from: page.from, to: page.to } })
      read += page.to - page.from + 1
      progress(read, total)
    }
  }
  const transfers = await store.read.transfers({ token, limit: null })
  const candidates = poolCandidates(transfers, await store.read.pools(token), MOST_CANDIDATES)
  const found = await adapter.poolsAmong(token.address, candidates, head, signal)
  await store.write.savePools({ token, rows: found, covers: null })
  return done()
}
