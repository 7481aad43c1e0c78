import { NETWORKS } from '../../../src-shared/networks.ts'
import type { Bus } from '../../bus/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Adapters } from '../adapters.ts'
import { createRemoteChain } from './remote-whole.ts'

/** The adapters of a process that reads no chain. They offer the reads that it may request from workers. */
export function createRemoteAdapters(bus: Pick<Bus, 'ask' | 'present' | 'subscribe'>): Adapters {
  return {
    canRead: (network) => bus.present().some(({ reads }) => reads.includes(network)),
    get(network) {
      const readers = bus.present().filter(({ reads }) => reads.includes(network))
      if (readers.length === 0)
        throw new AppError('source_unavailable', { message: `No worker of this service reads ${NETWORKS[network].name} now.` })
      const { wholeNetwork, ...chain } = createRemoteChain(bus, network)
      return readers.some(({ wholes }) => wholes.includes(network)) && wholeNetwork !== undefined ? { ...chain, wholeNetwork } : chain
    },
    replace: () => async () => undefined,
    close: async () => undefined,
  }
}
