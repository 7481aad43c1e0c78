import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Engine } from '../../engine/interface.ts'
import { originProvenance, valueAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'

/** The owner's choice between the clusters of an imported snapshot and those found by the rules. Returns the totals before and after. */
export const setClustersFrom: Handler<'setClustersFrom'> = async ({ token, body }, { store, engine }) => {
  const stored = await store.read.token(token)
  if (stored === null) throw new AppError('token_not_found')
  if (body.from === 'snapshot' && (stored.origin !== 'import' || !(await store.read.snapshotTimestamps(token)).includes(stored.asOf))) {
    throw new AppError('conflict', { message: 'The stored state of this token does not come from a snapshot.' })
  }
  const before = await clusterTotals(engine, token)
  await store.write.saveClustersFrom({ token, from: body.from })
  engine.factsChanged(token)
  return valueAnswer({ from: body.from, before, after: await clusterTotals(engine, token) }, originProvenance(stored))
}

async function clusterTotals(engine: Engine, token: TokenKey): Promise<{ clusters: number; total_cluster_pct: number }> {
  return (await engine.query(token, 'clusterTotals', {}))?.value ?? { clusters: 0, total_cluster_pct: 0 }
}
