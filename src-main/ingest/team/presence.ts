import { NETWORK_IDS } from '../../../src-shared/networks.ts'
import type { BusSubject } from '../../bus/events.ts'
import type { Bus } from '../../bus/interface.ts'
import type { Adapters } from '../adapters.ts'
import type { Scanner } from '../scan/scanner.ts'

/** What this process announces about itself. */
export interface OwnPresence {
  /** @param watches what its clients watch now; defaults to the previous value */
  announce(watches?: readonly BusSubject[]): void
}

/** @param own the modules of this process that read chains; null if it reads none */
export function createOwnPresence(
  bus: Pick<Bus, 'announce'>,
  own: () => { readonly adapters: Adapters; readonly scanner: Scanner } | null,
): OwnPresence {
  return {
    announce(watches) {
      const reading = own()
      const reads = reading === null ? [] : NETWORK_IDS.filter((network) => reading.adapters.canRead(network))
      const scans = reads.filter((network) => reading?.scanner.canScan(network))
      const wholes = reads.filter((network) => reading?.adapters.get(network).wholeNetwork !== undefined)
      bus.announce({ reads, scans, wholes, ...(watches === undefined ? {} : { watches }) })
    },
  }
}
