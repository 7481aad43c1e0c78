import { afterEach, expect, test, vi } from 'vitest'
import { natsMissing } from '../../../e2e/fixtures/nats/nats.ts'
import { missingPostgres, startPostgres } from '../../../e2e/fixtures/postgres.ts'
import { openNatsPair } from '../../bus/testing/nats-pair.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openStore } from '../../store/client.ts'
import type { Caller } from './caller.ts'
import { Quotas } from './quotas.ts'

/** Two processes on a real PostgreSQL and a real NATS server (docs/team.md#quotas). */

const missing = natsMissing() ?? missingPostgres
/** A process counts as gone after 5 seconds of silence. */
const GONE = { timeout: 15_000, interval: 100 }

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

test.skipIf(missing !== null)(
  `a key has its requests and subscriptions over two processes, and those of one that is gone are free again${missing === null ? '' : ` (${missing})`}`,
  async () => {
    const server = await startPostgres()
    opened.push({ close: () => server.remove() })
    const location = { postgres: server.url() }
    const [one, two] = await openNatsPair(opened)
    const start = async (bus: typeof one): Promise<Quotas> => {
      const store = await openStore({ location, logger: silentLogger })
      opened.push({ close: () => store.close() })
      return new Quotas({ store, bus, clock: { now: () => 90_000 }, logger: silentLogger })
    }
    const [first, second] = [await start(one), await start(two)]
    const caller: Caller = {
      ...{ id: 'k', name: 'k', permissions: ['read'], owner: 'Ann' },
      quotas: { requests_per_minute: 100, requests_per_day: null, subscriptions: 3 },
    }
    const asked = Array.from({ length: 300 }, (_, n) => new Promise((resolve) => (n % 3 === 0 ? second : first).spend(caller, resolve)))
    const allowed = (await Promise.all(asked)).filter((refusal) => refusal === undefined).length
    expect(allowed).toBe(100)

    first.subscribed(caller, 1)
    first.subscribed(caller, 1)
    second.subscribed(caller, 1)
    await vi.waitFor(() => expect([first.maySubscribe(caller), second.maySubscribe(caller)]).toEqual([false, false]), GONE)
    second.subscribed(caller, -1)
    await vi.waitFor(() => expect(first.maySubscribe(caller)).toBe(true), GONE)
    second.subscribed(caller, 1)
    // The process ends without announcing it.
    await one.close()
    await vi.waitFor(() => expect(second.maySubscribe(caller)).toBe(true), GONE)
  },
  60_000,
)
