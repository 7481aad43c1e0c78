import type { NetworkId } from '../../../src-shared/networks.ts'
import type { PoolCache } from '../../chains/adapter.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'

/** Pools that a network's adapter resolved, kept in the store. */
export const openPoolCache =
  ({ store, logger }: { store: Store; logger: Logger }) =>
  (network: NetworkId): PoolCache => ({
    read: (addresses) => store.read.resolvedPools({ network, addresses }),
    write(rows) {
      if (rows.length === 0) return
      store.write
        .saveResolvedPools({ network, rows })
        .catch((error: unknown) => logger.warn({ err: error }, 'the pools of a network were not stored'))
    },
  })
