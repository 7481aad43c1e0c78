import { z } from 'zod'
import { backoffMs, type BackoffSchedule } from '../../src-shared/backoff.ts'
import { serverFrames, STREAMS, type StreamData, type StreamName } from '../../src-shared/contract/streams.ts'
import { CLOSE_CODES } from '../../src-shared/contract/errors.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { Session } from './session.ts'

/** `connecting`: before the first connection. `reconnecting`: after a loss. `refused`: the key was rejected. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'reconnecting' | 'refused'

export interface Topic<S extends StreamName = StreamName> {
  readonly network: NetworkId
  readonly address: string
  readonly stream: S
}

export interface LiveEvent<S extends StreamName> {
  readonly timestamp: string
  readonly data: StreamData<S>
}

/** The subset of the browser's WebSocket that is used here. */
export interface Socket {
  onopen: ((event: never) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
  send(text: string): void
  close(): void
}

export interface LiveOptions {
  readonly session: Session
  readonly open: (url: string) => Socket
  readonly setTimer: (run: () => void, ms: number) => unknown
  readonly clearTimer: (timer: unknown) => void
}

export interface Live {
  /**
   * Delivers the events of one topic until the returned function is called. Subscriptions survive a reconnect. `onReady` is
   * called every time the service confirms the subscription; there is no gap between REST reads made after it and the stream.
   */
  subscribe<S extends StreamName>(topic: Topic<S>, onEvent: (event: LiveEvent<S>) => void, onReady?: () => void): () => void
  state(): LiveState
  onState(listener: () => void): () => void
  /** Called after a reconnect, once all subscriptions were sent again. Events may have been missed. */
  onReconnected(listener: () => void): () => void
  close(): void
}

const BACKOFF: BackoffSchedule = { firstMs: 500, longestMs: 15_000 }

const anyFrame = z.discriminatedUnion('op', [
  serverFrames.ready,
  serverFrames.subscribed,
  serverFrames.unsubscribed,
  serverFrames.subscriptions,
  serverFrames.pong,
  serverFrames.event,
  serverFrames.error,
])

interface Listener {
  readonly onEvent: (event: { timestamp: string; data: unknown }) => void
  readonly onReady: (() => void) | undefined
}

interface Entry {
  readonly topic: Topic
  readonly listeners: Set<Listener>
  onConfirmed: boolean
}

const topicKey = (topic: { network: string; address: string; stream: string }): string => `${topic.network}|${topic.stream}|${topic.address}`

/** One socket for the whole page. Subscriptions are reference-counted and sent again after a reconnect. */
export function createLive(options: LiveOptions): Live {
  const topics = new Map<string, Entry>()
  const stateListeners = new Set<() => void>()
  const reconnectedListeners = new Set<() => void>()
  let socket: Socket | null = null
  let state: LiveState = 'idle'
  let ready = false
  let wasLost = false
  let attempts = 0
  let timer: unknown = null
  let closed = false

  function setState(next: LiveState): void {
    if (next === state) return
    state = next
    for (const listener of stateListeners) listener()
  }

  function send(frame: object): void {
    if (ready) socket?.send(JSON.stringify(frame))
  }

  function connect(): void {
    timer = null
    setState(wasLost ? 'reconnecting' : 'connecting')
    const opened = options.open(socketUrl(options.session))
    socket = opened
    opened.onmessage = (event) => {
      if (socket === opened) receive(event.data)
    }
    opened.onclose = ({ code }) => {
      if (socket === opened) onDropped(code)
    }
  }

  function onDropped(code: number): void {
    socket = null
    ready = false
    wasLost = true
    for (const entry of topics.values()) entry.onConfirmed = false
    if (closed) return
    if (code === CLOSE_CODES.unauthorized) return setState('refused')
    setState('reconnecting')
    attempts += 1
    timer = options.setTimer(connect, backoffMs(attempts, BACKOFF))
  }

  function receive(text: unknown): void {
    const frame = parseFrame(text)
    if (frame === null) return
    if (frame.op === 'ready') return onGreeted()
    if (frame.op === 'subscribed') return confirmed(frame.results)
    if (frame.op !== 'event') return
    const data = streamData(frame.stream, frame.data)
    if (data === undefined) return
    for (const listener of topics.get(topicKey(frame))?.listeners ?? []) listener.onEvent({ timestamp: frame.timestamp, data })
  }

  function onGreeted(): void {
    ready = true
    attempts = 0
    setState('open')
    const subs = [...topics.values()].map((entry) => entry.topic)
    if (subs.length > 0) send({ op: 'subscribe', subs })
    if (wasLost) for (const listener of reconnectedListeners) listener()
    wasLost = false
  }

  function confirmed(results: z.infer<typeof serverFrames.subscribed>['results']): void {
    for (const { network, address, stream, status } of results) {
      const entry = topics.get(topicKey({ network: String(network), address: String(address), stream: String(stream) }))
      if (entry === undefined || entry.onConfirmed || status === 'error') continue
      entry.onConfirmed = true
      for (const { onReady } of entry.listeners) onReady?.()
    }
  }

  return {
    subscribe(topic, onEvent, onReady) {
      const key = topicKey(topic)
      const listener: Listener = { onEvent: onEvent as Listener['onEvent'], onReady }
      const known = topics.get(key)
      if (known === undefined) {
        topics.set(key, { topic, listeners: new Set([listener]), onConfirmed: false })
        send({ op: 'subscribe', ...topic })
      } else {
        known.listeners.add(listener)
        if (known.onConfirmed) onReady?.()
      }
      if (socket === null && timer === null && state !== 'refused' && !closed) connect()
      return () => {
        const entry = topics.get(key)
        if (entry === undefined || !entry.listeners.delete(listener) || entry.listeners.size > 0) return
        topics.delete(key)
        send({ op: 'unsubscribe', ...topic })
      }
    },
    state: () => state,
    onState(listener) {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    onReconnected(listener) {
      reconnectedListeners.add(listener)
      return () => reconnectedListeners.delete(listener)
    },
    close() {
      closed = true
      if (timer !== null) options.clearTimer(timer)
      socket?.close()
      setState('idle')
    },
  }
}

function socketUrl(session: Session): string {
  const url = new URL('/ws', session.origin)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  if (session.key !== '') url.searchParams.set('api-key', session.key)
  return url.toString()
}

function parseFrame(text: unknown): z.infer<typeof anyFrame> | null {
  if (typeof text !== 'string') return null
  try {
    const parsed = anyFrame.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** The payload parsed by the schema of its stream; undefined for an unknown stream or payload. */
function streamData(stream: string, data: unknown): unknown {
  if (!Object.hasOwn(STREAMS, stream)) return undefined
  const parsed = STREAMS[stream as StreamName].data.safeParse(data)
  return parsed.success ? parsed.data : undefined
}

/** A Live connection on the browser's WebSocket and timers. */
export function browserLive(session: Session): Live {
  return createLive({
    session,
    open: (url) => new WebSocket(url) as Socket,
    setTimer: (run, ms) => window.setTimeout(run, ms),
    clearTimer: (timer) => window.clearTimeout(timer as number),
  })
}
