import { createWakeSignal } from '../../rpc/wake-signal.ts'
import type { SolanaEndpoints } from '../rpc/endpoints.ts'
import { ChangedAccounts } from './changed-accounts.ts'
import { openSocketSignals, type Signals } from './signals.ts'
import { openStream, type StreamOptions } from './stream.ts'

export interface AnnouncementsOptions extends Pick<StreamOptions, 'tokenProgram' | 'mint' | 'onTransactions' | 'isSameChain' | 'firstReconnectMs'> {
  readonly endpoints: SolanaEndpoints
}

/** Announcements for one token: from a Yellowstone stream if one is configured, and from WebSocket subscriptions while it is down. */
export function openAnnouncements({ endpoints, ...options }: AnnouncementsOptions): Signals {
  const signs = createWakeSignal()
  const shared = { ...options, signs, changed: new ChangedAccounts() }
  const watched = new Set<string>()
  let socket: Signals | null = null

  function openSocket(): void {
    socket ??= openSocketSignals({ ...shared, urls: endpoints.sockets })
    socket.watch([...watched])
  }
  function closeSocket(): void {
    socket?.close()
    socket = null
  }

  openSocket()
  if (endpoints.streams.length === 0 && socket !== null) return socket
  const stream = openStream({ ...shared, endpoints: endpoints.streams, onActiveChange: (announces) => (announces ? closeSocket() : openSocket()) })
  return {
    ...stream,
    announced: () => stream.announced() || socket?.announced() === true,
    accountsAnnounced: () => stream.accountsAnnounced() || socket?.accountsAnnounced() === true,
    newestSlot: () => Math.max(stream.newestSlot(), socket?.newestSlot() ?? 0),
    watch(addresses) {
      for (const address of addresses) watched.add(address)
      stream.watch(addresses)
      socket?.watch(addresses)
    },
    close() {
      stream.close()
      closeSocket()
    },
  }
}
