import { beforeEach, describe, expect, it } from 'vitest'
import { STREAMS } from '../src-shared/contract/streams.ts'
import { createLive, type Live, type Socket } from './live.ts'

const TIME = '2025-04-07T00:37:14.000Z'
const READY = { op: 'ready', connection_id: 'c1', server_time: TIME, heartbeat_ms: 15_000, max_subscriptions: 1000 }
const SNIPERS = { network: 'sol', address: 'mint', stream: 'snipers' } as const

class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  readonly sent: unknown[] = []
  readonly url: string
  constructor(url: string) {
    this.url = url
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.onclose?.({ code: 1000 })
  }
  says(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
}

let sockets: FakeSocket[] = []
let timers: { run: () => void; ms: number }[] = []
let live: Live

beforeEach(() => {
  sockets = []
  timers = []
  live = createLive({
    session: { origin: 'http://127.0.0.1:4690', key: 'k y' },
    open: (url) => {
      const socket = new FakeSocket(url)
      sockets.push(socket)
      return socket
    },
    setTimer: (run, ms) => timers.push({ run, ms }),
    clearTimer: () => undefined,
    parseData: (stream, data) => STREAMS[stream as keyof typeof STREAMS].data.safeParse(data).data,
  })
})

const socketAt = (index: number): FakeSocket => {
  const socket = sockets[index]
  if (socket === undefined) throw new Error(`no socket ${index}`)
  return socket
}
const event = (percent: number) => ({ op: 'event', ...SNIPERS, timestamp: TIME, data: { snipers_pct: percent } })

describe('the live connection', () => {
  it('opens on the first subscription with the key, and subscribes after ready', () => {
    live.subscribe(SNIPERS, () => undefined)
    expect(socketAt(0).url).toBe('ws://127.0.0.1:4690/ws?api-key=k+y')
    expect(socketAt(0).sent).toEqual([])
    socketAt(0).says(READY)
    expect(live.state()).toBe('open')
    expect(socketAt(0).sent).toEqual([{ op: 'subscribe', subs: [SNIPERS] }])
  })

  it('delivers events to the listeners of the topic only', () => {
    const seen: number[] = []
    const other: unknown[] = []
    live.subscribe(SNIPERS, ({ data }) => seen.push(data.snipers_pct))
    live.subscribe(SNIPERS, ({ data }) => seen.push(data.snipers_pct * 10))
    live.subscribe({ ...SNIPERS, stream: 'bundlers' }, (got) => other.push(got))
    socketAt(0).says(READY)
    socketAt(0).says(event(2))
    expect(seen).toEqual([2, 20])
    expect(other).toEqual([])
  })

  it('ignores payloads that do not match the stream', () => {
    const seen: unknown[] = []
    live.subscribe(SNIPERS, (got) => seen.push(got))
    socketAt(0).says({ ...event(1), data: { snipers_pct: 'many' } })
    socketAt(0).onmessage?.({ data: 'not json' })
    expect(seen).toEqual([])
  })

  it('delivers the events of a topic in their order, however long a check takes', async () => {
    const checks: ((data: unknown) => void)[] = []
    const slow = createLive({
      session: { origin: 'http://127.0.0.1:4690', key: '' },
      open: (url) => sockets[sockets.push(new FakeSocket(url)) - 1] as FakeSocket,
      parseData: (_, data) => ((data as { snipers_pct: number }).snipers_pct > 2 ? data : new Promise((resolve) => checks.push(resolve))),
    })
    const seen: number[] = []
    slow.subscribe(SNIPERS, ({ data }) => seen.push(data.snipers_pct))
    socketAt(0).says(READY)
    for (const percent of [1, 2, 3]) socketAt(0).says(event(percent))
    checks[1]?.(undefined)
    await Promise.resolve()
    expect(seen).toEqual([])
    checks[0]?.({ snipers_pct: 1 })
    await expect.poll(() => seen).toEqual([1, 3])
    socketAt(0).says(event(4))
    expect(seen).toEqual([1, 3, 4])
    slow.close()
  })

  it('unsubscribes when the last listener leaves', () => {
    const first = live.subscribe(SNIPERS, () => undefined)
    const second = live.subscribe(SNIPERS, () => undefined)
    socketAt(0).says(READY)
    first()
    expect(socketAt(0).sent).toHaveLength(1)
    second()
    second()
    expect(socketAt(0).sent[1]).toEqual({ op: 'unsubscribe', ...SNIPERS })
    expect(socketAt(0).sent).toHaveLength(2)
  })

  it('calls onReady when the subscription is confirmed, and after every reconnect', () => {
    const seen: string[] = []
    const confirm = { op: 'subscribed', results: [{ ...SNIPERS, status: 'ok' }], active: 1 }
    live.subscribe(
      SNIPERS,
      () => undefined,
      () => seen.push('first'),
    )
    socketAt(0).says(READY)
    expect(seen).toEqual([])
    socketAt(0).says(confirm)
    live.subscribe(
      SNIPERS,
      () => undefined,
      () => seen.push('late'),
    )
    socketAt(0).onclose?.({ code: 1006 })
    timers.at(-1)?.run()
    socketAt(1).says(READY)
    expect(seen).toEqual(['first', 'late'])
    socketAt(1).says(confirm)
    expect(seen).toEqual(['first', 'late', 'first', 'late'])
  })

  it('does not confirm a rejected subscription', () => {
    const seen: string[] = []
    live.subscribe(
      SNIPERS,
      () => undefined,
      () => seen.push('ready'),
    )
    socketAt(0).says(READY)
    socketAt(0).says({ op: 'subscribed', results: [{ ...SNIPERS, status: 'error', code: 'SUB_LIMIT', message: '' }], active: 0 })
    expect(seen).toEqual([])
  })

  it('reports what the service says is wrong with a subscription or with the connection', () => {
    live.subscribe(SNIPERS, () => undefined)
    const faults: unknown[] = []
    const stop = live.onFault((fault) => faults.push(fault))
    const about = { code: 'INTERNAL', message: 'node.example did not answer. The subscription waits for it.', subscription: SNIPERS }
    socketAt(0).says(READY)
    socketAt(0).says({ op: 'error', id: null, ...about })
    socketAt(0).says({ op: 'error', id: null, code: 'SLOW_CONSUMER', message: 'Too slow.' })
    socketAt(0).says({ op: 'error', id: null })
    stop()
    socketAt(0).says({ op: 'error', id: null, ...about })
    expect(faults).toMatchObject([about, { code: 'SLOW_CONSUMER', message: 'Too slow.', subscription: null }])
  })

  it('reconnects with backoff, subscribes again and reports it', () => {
    let gaps = 0
    live.onReconnected(() => (gaps += 1))
    live.subscribe(SNIPERS, () => undefined)
    socketAt(0).says(READY)
    expect(gaps).toBe(0)
    socketAt(0).onclose?.({ code: 1006 })
    expect(live.state()).toBe('reconnecting')
    timers.at(-1)?.run()
    socketAt(1).onclose?.({ code: 1006 })
    timers.at(-1)?.run()
    expect(timers.map((timer) => timer.ms)).toEqual([500, 1000])
    socketAt(2).says(READY)
    expect(socketAt(2).sent).toEqual([{ op: 'subscribe', subs: [SNIPERS] }])
    expect(gaps).toBe(1)
  })

  it('opens another socket without a wait on request, and ignores the one before', () => {
    const seen: number[] = []
    let reconnected = 0
    live.onReconnected(() => (reconnected += 1))
    live.reconnect()
    expect(sockets).toHaveLength(0)
    live.subscribe(SNIPERS, ({ data }) => seen.push(data.snipers_pct))
    socketAt(0).says(READY)
    live.reconnect()
    expect(live.state()).toBe('reconnecting')
    expect([sockets.length, timers.length]).toEqual([2, 0])
    socketAt(1).says(READY)
    expect(socketAt(1).sent).toEqual([{ op: 'subscribe', subs: [SNIPERS] }])
    expect([live.state(), reconnected]).toEqual(['open', 1])
    socketAt(0).says(event(1))
    socketAt(1).says(event(2))
    expect(seen).toEqual([2])
  })

  it('stops reconnecting when the key is rejected', () => {
    live.subscribe(SNIPERS, () => undefined)
    socketAt(0).onclose?.({ code: 4401 })
    expect(live.state()).toBe('refused')
    expect(timers).toEqual([])
  })
})
