import { z } from 'zod'
import { serverFrames, STREAMS, type StreamData, type StreamName } from '../../src-shared/contract/streams.ts'
import { CLOSE_CODES } from '../../src-shared/contract/errors.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { Session } from './session.ts'

/** `connecting` before the first answer, `reconnecting` after a loss, `refused` when the key is not accepted. */
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

/** The part of a browser's WebSocket that is used here. */
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
   * Events of one topic until the returned function is called. Subscriptions survive a lost connection. `onReady` is called
   * each time the service has confirmed the subscription, the first time and after every loss: what it tells by REST from
   * then on, and what it streams, have no gap between them.
   */
  subscribe<S extends StreamName>(topic: Topic<S>, onEvent: (event: LiveEvent<S>) => void, onReady?: () => void): () => void
  state(): LiveState
  onState(listener: () => void): () => void
  /** Fires each time a lost connection is back and everything is subscribed again: there may be a gap to fill. */
  onRegained(listener: () => void): () => void
  close(): void
}

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 15_000

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
  confirmed: boolean
}

const keyOf = (topic: { network: string; address: string; stream: string }): string => `${topic.network}|${topic.stream}|${topic.address}`

/** One socket for the whole page: subscriptions are counted, and sent again after every reconnect. */
export function createLive(options: LiveOptions): Live {
  const topics = new Map<string, Entry>()
  const stateListeners = new Set<() => void>()
  const regainedListeners = new Set<() => void>()
  let socket: Socket | null = null
  let state: LiveState = 'idle'
  let ready = false
  let lost = false
  let attempts = 0
  let timer: unknown = null
  let closed = false

  function become(next: LiveState): void {
    if (next === state) return
    state = next
    for (const listener of stateListeners) listener()
  }

  function send(frame: object): void {
    if (ready) socket?.send(JSON.stringify(frame))
  }

  function connect(): void {
    timer = null
    become(lost ? 'reconnecting' : 'connecting')
    const opened = options.open(socketUrl(options.session))
    socket = opened
    opened.onmessage = (event) => {
      if (socket === opened) receive(event.data)
    }
    opened.onclose = ({ code }) => {
      if (socket === opened) dropped(code)
    }
  }

  function dropped(code: number): void {
    socket = null
    ready = false
    lost = true
    for (const entry of topics.values()) entry.confirmed = false
    if (closed) return
    if (code === CLOSE_CODES.unauthorized) return become('refused')
    become('reconnecting')
    const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempts)
    attempts += 1
    timer = options.setTimer(connect, delay)
  }

  function receive(text: unknown): void {
    const frame = parseFrame(text)
    if (frame === null) return
    if (frame.op === 'ready') return greeted()
    if (frame.op === 'subscribed') return confirmed(frame.results)
    if (frame.op !== 'event') return
    const data = streamData(frame.stream, frame.data)
    if (data === undefined) return
    for (const listener of topics.get(keyOf(frame))?.listeners ?? []) listener.onEvent({ timestamp: frame.timestamp, data })
  }

  function greeted(): void {
    ready = true
    attempts = 0
    become('open')
    const subs = [...topics.values()].map((entry) => entry.topic)
    if (subs.length > 0) send({ op: 'subscribe', subs })
    if (lost) for (const listener of regainedListeners) listener()
    lost = false
  }

  function confirmed(results: z.infer<typeof serverFrames.subscribed>['results']): void {
    for (const { network, address, stream, status } of results) {
      const entry = topics.get(keyOf({ network: String(network), address: String(address), stream: String(stream) }))
      if (entry === undefined || entry.confirmed || status === 'error') continue
      entry.confirmed = true
      for (const { onReady } of entry.listeners) onReady?.()
    }
  }

  return {
    subscribe(topic, onEvent, onReady) {
      const key = keyOf(topic)
      const listener: Listener = { onEvent: onEvent as Listener['onEvent'], onReady }
      const known = topics.get(key)
      if (known === undefined) {
        topics.set(key, { topic, listeners: new Set([listener]), confirmed: false })
        send({ op: 'subscribe', ...topic })
      } else {
        known.listeners.add(listener)
        if (known.confirmed) onReady?.()
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
    onRegained(listener) {
      regainedListeners.add(listener)
      return () => regainedListeners.delete(listener)
    },
    close() {
      closed = true
      if (timer !== null) options.clearTimer(timer)
      socket?.close()
      become('idle')
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

/** The payload as its stream promises it; undefined for a stream or payload unknown to this page. */
function streamData(stream: string, data: unknown): unknown {
  if (!Object.hasOwn(STREAMS, stream)) return undefined
  const parsed = STREAMS[stream as StreamName].data.safeParse(data)
  return parsed.success ? parsed.data : undefined
}

/** The connection of this page's own session, on the browser's socket and clock. */
export function browserLive(session: Session): Live {
  return createLive({
    session,
    open: (url) => new WebSocket(url) as Socket,
    setTimer: (run, ms) => window.setTimeout(run, ms),
    clearTimer: (timer) => window.clearTimeout(timer as number),
  })
}
