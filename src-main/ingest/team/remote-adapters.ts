import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import type { Bus } from '../../bus/interface.ts'
import type { ChainAdapter } from '../../chains/adapter.ts'
import { readsFromNode } from '../../chains/registry.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Adapters } from '../adapters.ts'

/** The adapters of a process that reads no chain: what it may ask the workers to read. */
export const createRemoteAdapters = (bus: Pick<Bus, 'present'>): Adapters => ({
  reads: readsFromNode,
  canRead: (network) => bus.present().some(({ reads }) => reads.includes(network)),
  get: (network) => {
    assertRead(bus, network)
    return NONE
  },
  replace: () => async () => undefined,
  close: async () => undefined,
})

/** @throws AppError `source_unavailable` where no worker reads the network */
function assertRead(bus: Pick<Bus, 'present'>, network: NetworkId): void {
  if (!bus.present().some(({ reads }) => reads.includes(network)))
    throw new AppError('source_unavailable', { say: `No worker of this service reads ${NETWORKS[network].name} now.` })
}

/** Whoever has it checked only that the network is read. */
const NONE = new Proxy({} as ChainAdapter, {
  get(_adapter, name) {
    throw new Error(`a process that reads no chain called ${String(name)} of an adapter`)
  },
})
