import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { LearntPace } from '../../chains/rpc/pacing/endpoint-pace.ts'
import type { PaceStore } from '../../chains/rpc/pacing/saved-pace.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'

const perSecond = z.number().positive()
const learntPace = z.object({
  perSecond: perSecond.nullable(),
  methods: z.record(z.string(), perSecond),
  callsPerRequest: z.int().positive().optional(),
})

const HASH_LENGTH = 16

/** The host and a hash of the URL, which may contain a key. */
const identify = (url: string): string => `${new URL(url).host} ${createHash('sha256').update(url).digest('hex').slice(0, HASH_LENGTH)}`

/** Stores the pace that endpoints allow, so that a read begins at the last read's pace. */
export async function openPaceStores(args: { store: Store; clock: Clock; logger: Logger }): Promise<(network: NetworkId) => PaceStore> {
  const { store, clock, logger } = args
  const rows = await store.read.endpointLimits()
  const known = new Map<string, LearntPace>()
  for (const { network, endpoint, limits } of rows) {
    const parsed = learntPace.safeParse(limits)
    if (parsed.success) known.set(`${network} ${endpoint}`, parsed.data)
  }
  return (network) => ({
    read: (url) => known.get(`${network} ${identify(url)}`) ?? null,
    write(url, learnt) {
      const endpoint = identify(url)
      known.set(`${network} ${endpoint}`, learnt)
      store.write
        .saveEndpointLimits({ network, endpoint, limits: learnt, learntAt: unixSeconds(clock) })
        .catch((error: unknown) => logger.warn({ err: error }, 'the pace of an endpoint was not stored'))
    },
  })
}
