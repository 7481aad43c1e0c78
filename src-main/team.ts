import { SERVICE, type BusEvents, type BusStream } from './bus/events.ts'
import type { Bus } from './bus/interface.ts'
import { createLocalBus } from './bus/local-bus.ts'
import { StoredBlocks } from './ingest/follow/stored-blocks.ts'
import { createCadence } from './ingest/follow/snapshot-cadence.ts'
import { WholeNetworks } from './ingest/follow/whole-network.ts'
import { answerQuestions, createRemoteScanner } from './ingest/team/answers.ts'
import { createOwnPresence } from './ingest/team/presence.ts'
import { createRemoteAdapters } from './ingest/team/remote-adapters.ts'
import { createRemoteFollow } from './ingest/team/remote-follow.ts'
import { createSharedJobs } from './ingest/team/shared-jobs.ts'
import { createSharedTraces } from './ingest/team/shared-traces.ts'
import { followWatched } from './ingest/team/watched.ts'
import { createWatch } from './ingest/watch/watch.ts'
import { createPricer } from './prices/pricer.ts'
import { openReading, type Reading, type ReadingParts } from './reading.ts'

/** Retries while no worker answers. */
const RETRY = { firstMs: 1_000, longestMs: 5_000 }

/** Reading among several processes (docs/team.md#roles): what this process reads itself, and what it gets from the others. */
export function openTeam(parts: ReadingParts): Reading {
  const { config, store, bus, engine, adapters, clock, logger } = parts
  const remote = createRemoteAdapters(bus)
  const stopping = new AbortController()
  const shared = { store, bus, clock, logger }
  const own =
    config.role === 'api'
      ? null
      : openReading(parts, {
          jobs: (jobs) => createSharedJobs({ ...shared, adapters: remote, own: { jobs, adapters } }),
          traces: (traces) => createSharedTraces({ ...shared, engine, adapters: remote, own: traces }),
        })
  const presence = createOwnPresence(bus, () => (own === null ? null : { adapters, scanner: own.scanner }))
  const view = viewOf(bus)
  const storedBlocks = new StoredBlocks({ store, clock, logger, readsOnly: true })
  const networks = new WholeNetworks({
    // Workers already publish the states of following a network, so only `whole` events are published here.
    ...{
      bus: { ...view, publish: (stream, ...event) => (stream === 'whole' ? view.publish(stream, ...event) : undefined) },
      adapters: remote,
      clock,
      logger,
      retry: RETRY,
      price: async (_network, trades) => [...trades],
    },
    ...{ storedBlocks, pools: () => ({ read: async () => [], write: () => undefined }) },
  })
  const keepFor = async (hours: number): Promise<void> => {
    await storedBlocks.keepFor(hours)
    bus.publish('settings', SERVICE, { changed: 'kept hours' })
  }
  const apply = async ({ changed }: BusEvents['settings']): Promise<void> => {
    if (changed === 'watch rules') await own?.watch.rulesChanged()
    if (changed === 'kept hours') await own?.follow.keepFor(await store.read.firehoseKeepHours())
  }
  const jobs = own?.jobs ?? createSharedJobs({ ...shared, adapters: remote, own: null })
  const follow = createRemoteFollow({ ...shared, view, adapters: remote, networks, announce: presence.announce, keepFor })
  const traces = own?.traces ?? createSharedTraces({ ...shared, engine, adapters: remote, own: null })
  const cadence = own?.cadence ?? createCadence({ store, engine, follow: { live: () => [] }, logger })
  const watch = own?.watch ?? createWatch({ ...shared, engine, follow, jobs })
  let watched: { close(): Promise<void> } | null = null
  const settings = bus.subscribe('settings', (_service, event) => {
    apply(event).catch((error: unknown) => logger.warn({ err: error, ...event }, 'a setting that another process changed could not be applied'))
  })
  return {
    ...{ bus: view, jobs, follow, traces, cadence, scanner: createRemoteScanner(bus) },
    watch: {
      start: () => watch.start(),
      test: (rule) => watch.test(rule),
      rulesChanged: async () => bus.publish('settings', SERVICE, { changed: 'watch rules' }),
      close: () => watch.close(),
    },
    async start() {
      if (own === null) return
      presence.announce()
      answerQuestions({ bus, store, adapters, scanner: own.scanner, price: createPricer(store, parts.nativeNow), stopping: stopping.signal })
      watched = followWatched({ bus, follow: own.follow, logger, announce: () => presence.announce() })
      await own.start()
    },
    async close() {
      stopping.abort()
      settings.stop()
      await follow.close()
      await watched?.close()
      if (own === null) for (const part of [traces, watch, cadence, jobs]) await part.close()
      await own?.close()
    },
  }
}

/** The bus with the states of following, and the trades of whole networks, as this process knows them. */
function viewOf(bus: Bus): Bus {
  const local = createLocalBus()
  const busOf = (stream: BusStream): Bus => (stream === 'follow' || stream === 'whole' ? local : bus)
  return {
    ...bus,
    publish: (stream, ...event) => busOf(stream).publish(stream, ...event),
    subscribe: (stream, ...wanted) => busOf(stream).subscribe(stream, ...wanted),
    lease: (subject, signal) => local.lease(subject, signal),
  }
}
