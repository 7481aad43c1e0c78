import { LRUCache } from 'lru-cache'
import { formatTokenKey } from '../../src-shared/domain/address.ts'
import { lastRowOf, type BusEvents, type BusStream, type BusSubject } from './events.ts'
import { AppError } from '../lib/app-error.ts'
import { ABSENT, type Bus, type BusListener, type BusSubscription, type Lease } from './interface.ts'

type Listeners = { readonly [S in BusStream]: Set<BusListener<S>> }

const NOW = Promise.resolve()

/** More tokens than one process follows at a time. */
const MAX_LAST_ROWS = 10_000

/** The bus within one process: it calls each listener with the event itself. */
export function createLocalBus(): Bus {
  const listeners: Listeners = {
    trades: new Set(),
    whole: new Set(),
    follow: new Set(),
    jobs: new Set(),
    alerts: new Set(),
    scans: new Set(),
    facts: new Set(),
    stops: new Set(),
    settings: new Set(),
  }
  let own = ABSENT
  const lastRows = new LRUCache<string, number>({ max: MAX_LAST_ROWS })
  const held = (subject: BusSubject): Lease => {
    const released = new AbortController()
    return { subject, fence: null, lost: released.signal, isHeld: () => true, release: async () => released.abort() }
  }
  return {
    isShared: false,
    publish<S extends BusStream>(stream: S, subject: BusSubject, event: BusEvents[S]) {
      const row = stream === 'trades' ? lastRowOf(event) : null
      if (row !== null) lastRows.set(formatTokenKey(subject), row)
      for (const listener of listeners[stream]) listener(subject, event)
    },
    subscribe<S extends BusStream>(stream: S, listener: BusListener<S>, only: Partial<BusSubject> = {}): BusSubscription {
      const own: BusListener<S> = (subject, event) => {
        if (isWanted(only, subject)) listener(subject, event)
      }
      listeners[stream].add(own)
      return { ready: NOW, stop: () => void listeners[stream].delete(own) }
    },
    lease: async (subject) => held(subject),
    tryLease: async (subject) => held(subject),
    announce: (presence) => void (own = { ...own, ...presence }),
    present: () => [own],
    isReachable: () => true,
    ask: () => Promise.reject(new AppError('source_unavailable', { message: 'No other process of the service runs.' })),
    answer: () => undefined,
    lastRow: async (token) => lastRows.get(formatTokenKey(token)) ?? null,
    async close() {
      for (const set of Object.values(listeners)) set.clear()
    },
  }
}

const isWanted = ({ network, address }: Partial<BusSubject>, subject: BusSubject): boolean =>
  (network === undefined || network === subject.network) && (address === undefined || address === subject.address)
