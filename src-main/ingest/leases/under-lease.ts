import type { BusSubject } from '../../bus/events.ts'
import type { Bus, Lease } from '../../bus/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Fence, Store, Writes } from '../../store/interface.ts'

export interface Held {
  /** Whether other processes may have held the lease before. */
  readonly isShared: boolean
  /** The store, whose writes are refused once the lease is lost. */
  readonly store: Store
  /** Aborts with the given signal, or when the lease is lost. */
  readonly signal: AbortSignal
  isHeld(): boolean
}

export interface LeaseDeps {
  readonly bus: Pick<Bus, 'lease'>
  readonly store: Store
}

/** Waits for the lease of a token or network, and runs `work` while the lease is held. */
export async function underLease<T>(
  { bus, store }: LeaseDeps,
  subject: BusSubject,
  signal: AbortSignal,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const lease = await bus.lease(subject, signal)
  try {
    const fence = fenceOf(lease)
    // From here on, the store refuses writes of earlier holders.
    if (fence !== null) await store.write.takeFence(fence)
    return await work({
      ...{ isShared: lease.fence !== null, store: heldStore(store, lease), signal: AbortSignal.any([signal, lease.lost]) },
      isHeld: () => lease.isHeld(),
    })
  } finally {
    await lease.release()
  }
}

/**
 * A process that was paused while its lease moved must not write what it read before the pause. If a write had already begun, a store shared between
 * processes compares its fence and refuses it.
 */
export function heldStore(store: Store, lease: Lease): Store {
  const fence = fenceOf(lease)
  if (fence === null) return store
  const write = new Proxy(store.writeUnder(fence), {
    get(writes, name: keyof Writes) {
      return (...args: unknown[]): Promise<unknown> => {
        if (!lease.isHeld()) return Promise.reject(leaseLost())
        return (writes[name] as (...given: unknown[]) => Promise<unknown>)(...args)
      }
    },
  })
  return { ...store, write }
}

const fenceOf = ({ subject: { network, address }, fence }: Lease): Fence | null =>
  fence === null ? null : { resource: `${network}:${address}`, revision: fence }

const leaseLost = (): AppError => new AppError('source_unavailable', { message: 'Another process of the service reads this now.' })
