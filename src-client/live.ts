import { CLOSE_CODES } from '../src-shared/contract/errors.ts'
import type { NetworkId, StreamData, StreamName } from './api.ts'
import type { Session } from './client.ts'
import { parseFrame, type EventFrame, type StreamFault, type SubscriptionResult } from './frames.ts'
import { retryDelayMs } from './retry-delay.ts'

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
  /** Fields of the data that are unknown, whatever number they contain. */
  readonly unknown: readonly string[]
  /** What the facts cover; null if they are complete. */
  readonly coverage: string | null
}

/** The part of the browser's WebSocket API that the client uses. */
export interface Socket {
  onopen: ((event: never) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
  send(text: string): void
  close(): void
}

export interface LiveOptions {
  readonly session: Session
  /** Default: the global WebSocket. */
  readonly open?: (url: string) => Socket
  readonly setTimer?: (run: () => void, ms: number) => unknown
  readonly clearTimer?: (timer: unknown) => void
  /**
   * Checks the data of an event and returns it, or a promise of it; undefined drops the event. Later events of the topic wait for the promise.
   * Default: data is delivered unchecked.
   */
  readonly parseData?: (stream: string, data: unknown) => unknown
}

export interface Live {
  /**
   * Delivers the events of one topic until the returned function is called. Subscriptions survive a reconnect. `onReady` is
   * called every time the service confirms the subscription; there is no gap between REST reads made after it and the stream.
   * `onRefused` is called with the reason when the service rejects the subscription.
   */
  subscribe<S extends StreamName>(
    topic: Topic<S>,
    onEvent: (event: LiveEvent<S>) => void,
    onReady?: () => void,
    onRefused?: (message: string) => void,
  ): () => void
  state(): LiveState
  onState(listener: () => void): () => void
  /** Called with what the service reports as wrong, such as an endpoint that a subscription waits for. A subscription stays until it is ended here. */
  onFault(listener: (fault: StreamFault) => void): () => void
  /** Called after a reconnect, once all subscriptions have been sent again. Events may have been missed. */
  onReconnected(listener: () => void): () => void
  /** Opens a new socket without backoff, for a machine that woke up or is online again. Does nothing without a subscription. */
  reconnect(): void
  close(): void
}

interface Listener {
  readonly onEvent: (event: LiveEvent<StreamName>) => void
  readonly onReady: (() => void) | undefined
  readonly onRefused: ((message: string) => void) | undefined
}

interface Entry {
  readonly topic: Topic
  readonly listeners: Set<Listener>
  isConfirmed: boolean
  /** Set while the data of an event is checked. Resolves once the newest event is checked and delivered. */
  checking: Promise<void> | null
}

/** Adds a listener until the returned function is called. */
const addTo =
  <T>(listeners: Set<T>) =>
  (listener: T): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

const topicKey = (topic: { network: string; address: string; stream: string }): string => `${topic.network}|${topic.stream}|${topic.address}`

/** One socket for all subscriptions, which are reference-counted and sent again after a reconnect. */
export function createLive({
  session,
  open = (url) => new WebSocket(url) as Socket,
  setTimer = (run, ms) => setTimeout(run, ms),
  clearTimer = (timer) => clearTimeout(timer as number),
  parseData = (_stream, data) => data,
}: LiveOptions): Live {
  const topics = new Map<string, Entry>()
  const stateListeners = new Set<() => void>()
  const faultListeners = new Set<(fault: StreamFault) => void>()
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
    const opened = open(socketUrl(session))
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
    for (const entry of topics.values()) entry.isConfirmed = false
    if (closed) return
    if (code === CLOSE_CODES.unauthorized) return setState('refused')
    setState('reconnecting')
    attempts += 1
    timer = setTimer(connect, retryDelayMs(attempts))
  }

  function receive(text: unknown): void {
    const frame = parseFrame(text)
    if (frame?.op === 'ready') return onGreeted()
    if (frame?.op === 'subscribed') return confirmed(frame.results)
    if (frame?.op === 'error') for (const listener of faultListeners) listener(frame)
    if (frame?.op !== 'event') return
    const entry = topics.get(topicKey(frame))
    if (entry === undefined) return
    const data = parseData(frame.stream, frame.data)
    if (data instanceof Promise || entry.checking !== null) deliverInOrder(entry, frame, data)
    else deliver(entry, frame, data)
  }

  function deliver({ listeners }: Entry, frame: EventFrame, data: unknown): void {
    if (data === undefined) return
    const event = { timestamp: frame.timestamp, data, unknown: frame.unknown ?? [], coverage: frame.coverage ?? null } as LiveEvent<StreamName>
    for (const listener of listeners) listener.onEvent(event)
  }

  function deliverInOrder(entry: Entry, frame: EventFrame, data: unknown): void {
    const before = entry.checking
    const checking = Promise.resolve(data)
      // Data that cannot be checked is not delivered.
      .catch(() => undefined)
      .then(async (checked) => {
        await before
        if (entry.checking === checking) entry.checking = null
        deliver(entry, frame, checked)
      })
    entry.checking = checking
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

  function confirmed(results: readonly SubscriptionResult[]): void {
    for (const result of results) {
      const entry = topics.get(topicKey(result))
      if (entry === undefined || entry.isConfirmed) continue
      entry.isConfirmed = result.status !== 'error'
      for (const { onReady, onRefused } of entry.listeners) {
        if (entry.isConfirmed) onReady?.()
        else onRefused?.(result.message ?? '')
      }
    }
  }

  return {
    subscribe(topic, onEvent, onReady, onRefused) {
      const key = topicKey(topic)
      const listener: Listener = { onEvent: onEvent as Listener['onEvent'], onReady, onRefused }
      const known = topics.get(key)
      if (known === undefined) {
        topics.set(key, { topic, listeners: new Set([listener]), isConfirmed: false, checking: null })
        send({ op: 'subscribe', ...topic })
      } else {
        known.listeners.add(listener)
        if (known.isConfirmed) onReady?.()
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
    onState: addTo(stateListeners),
    onFault: addTo(faultListeners),
    onReconnected: addTo(reconnectedListeners),
    reconnect() {
      if (closed || state === 'idle' || state === 'refused') return
      if (timer !== null) clearTimer(timer)
      const before = socket
      socket = null
      ready = false
      wasLost = true
      attempts = 0
      for (const entry of topics.values()) entry.isConfirmed = false
      connect()
      before?.close()
    },
    close() {
      closed = true
      if (timer !== null) clearTimer(timer)
      socket?.close()
      setState('idle')
    },
  }
}

function socketUrl(session: Session): string {
  const url = new URL('/ws', session.origin)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  if (session.key !== '') url.searchParams.set('api-key', session.key)
  return url.href
}
