import { randomUUID } from 'node:crypto'
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node'
import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream'
import { Kvm, type KV } from '@nats-io/kv'
import { UserFault } from '../../lib/app-error.ts'
import { retry } from '../../lib/backoff.ts'
import type { Logger } from '../../lib/logger.ts'
import { lastRowOf, type BusEvents, type BusStream, type BusSubject } from '../events.ts'
import type { Bus, BusListener, BusSubscription } from '../interface.ts'
import { Consumption } from './consumption.ts'
import { LEASE_MS } from './hold.ts'
import { BUCKET, Leases } from './leases.ts'
import { decodeEvent, messagesOf } from './messages.ts'
import { Presences } from './presences.ts'
import { Questions } from './questions.ts'
import { Reachability } from './reachability.ts'
import { Publisher, ROW_HEADER } from './publisher.ts'
import { RecentTrades } from './recent-trades.ts'
import { ReturningTrades } from './returning-trades.ts'
import { filterOf, nameOf, PREFIX, subjectOf } from './subjects.ts'

/** The bus of several processes, over NATS JetStream (docs/team.md#bus). */

const STREAM = 'holderscope'
/** Subscribers that were away for longer continue from the store. */
const KEPT_MS = 3_600_000
/** Within this time, the server drops a repeated message by its id. */
const DUPLICATES_MS = 120_000
const CONNECT_MS = 5_000
const CLOSE_MS = 3_000
/** A cluster that has just started needs some seconds to elect a leader. */
const OPENING = { attempts: 10, firstMs: 250, longestMs: 2_000, signal: new AbortController().signal, retryAfterMs: () => 0 }
const NANOS_PER_MS = 1_000_000

/**
 * @param url `nats://host:4222`; several servers of a cluster separated by commas
 * @throws UserFault in one sentence if no server answers, or if it has no JetStream
 */
export async function openNatsBus(url: string, logger: Logger): Promise<Bus> {
  const name = randomUUID()
  const nc = await connectTo(url, name)
  try {
    return await createNatsBus(nc, name, logger)
  } catch (error) {
    await nc.close()
    throw new UserFault(`The NATS servers at ${shownUrl(url)} cannot be used: ${messageOf(error)}. JetStream must be enabled.`, 1)
  }
}

async function createNatsBus(nc: NatsConnection, name: string, logger: Logger): Promise<Bus> {
  const { jsm, kv } = await retry(() => openStreams(nc), OPENING)
  const js = jetstream(nc)
  const publisher = new Publisher(js, name, logger)
  const leases = new Leases(kv, jsm, name, logger)
  const reachability = new Reachability(nc)
  const presences = new Presences(nc, name, reachability)
  const questions = new Questions(nc, logger, reachability)
  const consumptions = new Set<Consumption>()
  const returning = new ReturningTrades(name)

  return {
    isShared: true,
    publish<S extends BusStream>(stream: S, about: BusSubject, event: BusEvents[S]) {
      const subject = nameOf(stream, about)
      const row = lastRowOf(event)
      if (isReverted(event)) returning.onReverted(subject)
      for (const { id, bytes } of messagesOf(stream, event)) publisher.publish(subject, { id: returning.idOf(subject, id), bytes, row })
    },
    subscribe<S extends BusStream>(
      stream: S,
      listener: BusListener<S>,
      only: Partial<BusSubject> = {},
      { withNewest = false } = {},
    ): BusSubscription {
      const recent = new RecentTrades()
      const receive = (subject: string, bytes: Uint8Array): void => {
        const event = recent.unseen(stream, decodeEvent<S>(bytes))
        if (event !== null || stream === 'facts') listener(subjectOf(subject), event as BusEvents[S])
      }
      const consumption = new Consumption({ js, jsm, stream: STREAM, filter: filterOf(stream, only), withNewest, logger, receive })
      consumptions.add(consumption)
      const stop = (): void => {
        consumptions.delete(consumption)
        consumption.stop()
      }
      return { ready: consumption.ready, stop }
    },
    lease: (subject, signal) => leases.lease(subject, signal),
    tryLease: (subject) => leases.tryLease(subject),
    announce: (presence) => presences.announce(presence),
    present: () => presences.present(),
    isReachable: () => reachability.since !== null,
    ask: (question, args) => questions.ask(question, args),
    answer: (question, answer) => questions.answer(question, answer),
    async lastRow(token) {
      const message = await jsm.streams.getMessage(STREAM, { last_by_subj: nameOf('trades', token) })
      const row = message?.header.get(ROW_HEADER) ?? ''
      return row === '' ? null : Number(row)
    },
    async close() {
      for (const consumption of consumptions) consumption.stop()
      presences.close()
      await publisher.close(CLOSE_MS)
      await leases.close()
      await nc.close()
    },
  }
}

interface Streams {
  readonly jsm: JetStreamManager
  readonly kv: KV
}

/** Creates the stream of events and the bucket of leases if they do not exist. */
async function openStreams(nc: NatsConnection): Promise<Streams> {
  const jsm = await jetstreamManager(nc)
  // A stream on three servers survives the loss of one.
  const replicas = nc.info?.cluster === undefined ? 1 : 3
  await jsm.streams.add({
    name: STREAM,
    subjects: [`${PREFIX}.>`],
    max_age: KEPT_MS * NANOS_PER_MS,
    duplicate_window: DUPLICATES_MS * NANOS_PER_MS,
    num_replicas: replicas,
  })
  return { jsm, kv: await new Kvm(nc).create(BUCKET, { ttl: LEASE_MS, history: 1, replicas, allow_direct: false }) }
}

async function connectTo(url: string, name: string): Promise<NatsConnection> {
  const [first = '', ...others] = url.split(',')
  const { host, username, password } = new URL(first)
  const login: ConnectionOptions = username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  const servers = [host, ...others.map((one) => (one.includes('://') ? new URL(one).host : one))]
  try {
    return await connect({ servers, ...login, name: `holderscope ${name}`, timeout: CONNECT_MS, maxReconnectAttempts: -1, reconnectTimeWait: 250 })
  } catch (error) {
    throw new UserFault(`No NATS server answers at ${shownUrl(url)}: ${messageOf(error)}.`, 1)
  }
}

/** The URL without the name and password. */
const shownUrl = (url: string): string => url.replace(/\/\/[^/@,]*@/, '//')
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')

const isReverted = (event: unknown): boolean => (event as { kind?: unknown } | null)?.kind === 'reverted'
