import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { StreamName } from '../../src-shared/contract/streams.ts'
import type { Client } from '../../src-client/client.ts'
import type { Live, LiveEvent, LiveState, Topic } from '../../src-client/live.ts'

/** The REST client and the live connection, provided to the whole page. */
export interface Service {
  readonly client: Client
  readonly live: Live
}

export const ServiceContext = createContext<Service | null>(null)

function useService(): Service {
  const service = use(ServiceContext)
  if (service === null) throw new Error('useService needs a ServiceContext above it')
  return service
}

export function useClient(): Client {
  return useService().client
}

/** Subscribes to one stream of one token while the component is mounted; null subscribes to nothing. `onReady` is as in Live.subscribe. */
export function useLive<S extends StreamName>(topic: Topic<S> | null, onEvent: (event: LiveEvent<S>) => void, onReady?: () => void): void {
  const { live } = useService()
  const handle = useEffectEvent(onEvent)
  const ready = useEffectEvent(() => onReady?.())
  const network = topic?.network
  const address = topic?.address
  const stream = topic?.stream
  useEffect(() => {
    if (network === undefined || address === undefined || stream === undefined) return undefined
    return live.subscribe(
      { network, address, stream },
      (event) => handle(event),
      () => ready(),
    )
  }, [live, network, address, stream])
}

export function useLiveState(): LiveState {
  const { live } = useService()
  return useSyncExternalStore(live.onState, live.state)
}
