import type { NetworkId } from '../../../src-shared/networks.ts'
import type { PoolMemory } from '../../chains/adapter.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'

/** Pools that a network's adapter resolved, kept in the store. */
export const openPoolMemory =
  ({ store, logger }: { store: Store; logger: Logger }) =>
  (network: NetworkId): PoolMemory => ({
    read: (addresses) => store.read.resolvedPools({ network, addresses }),
    write(rows) {
      if (rows.length === 0) return
      store.write
        .saveResolvedPools({ network, rows })
        .catch((error: unknown) => logger.warn({ err: error }, 'the pools of a network were not stored'))
    },
  })
