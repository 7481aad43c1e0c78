import { NETWORK_IDS } from '../../../src-shared/networks.ts'
import type { BusSubject } from '../../bus/events.ts'
import type { Bus } from '../../bus/interface.ts'
import type { Adapters } from '../adapters.ts'
import type { Scanner } from '../scan/scanner.ts'

/** What this process says of itself. */
export interface OwnPresence {
  /** @param watches what its clients watch now; as before unless given */
  announce(watches?: readonly BusSubject[]): void
}

/** @param own what reads chains in this process; null where nothing does */
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
