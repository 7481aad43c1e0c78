import { setTimeout as delay } from 'node:timers/promises'
import { assertEqual, skip } from '../assertions.ts'
import { tokenPath, type Network, type Subject } from '../subject.ts'
import type { Frame, FrameSocket } from '../../../../src-main/server/testing/frame-socket.ts'

/** Subscriptions and replays for the checks of streams. */

export interface Wanted {
  readonly network: Network
  readonly address: string
  readonly stream: string
  readonly since?: unknown
}

/** Opens a socket, subscribes and passes the socket to `work`. */
export async function withSubscriptions<T>(subject: Subject, subs: readonly Wanted[], work: (socket: FrameSocket) => Promise<T>): Promise<T> {
  const socket = await subject.socket()
  try {
    socket.send({ op: 'subscribe', subs })
    const answer = (await socket.until((frame) => frame['op'] === 'subscribed')).at(-1)
    for (const result of (answer?.['results'] ?? []) as { status: string }[]) assertEqual(result.status, 'ok', 'the status of a subscription')
    return await work(socket)
  } finally {
    await socket.close()
  }
}

/** The first events of a subscription that begins in the past. */
export const readMissed = (subject: Subject, wanted: Wanted, most: number): Promise<Frame[]> =>
  withSubscriptions(subject, [wanted], async (socket) => {
    const events: Frame[] = []
    while (events.length < most) events.push(...(await socket.until((frame) => frame['op'] === 'event')).filter((frame) => frame['op'] === 'event'))
    return events
  })

const LOOK_EVERY_MS = 50
const recorded = new WeakMap<Subject, Map<string, Promise<Frame[]>>>()

/** Events of these subscriptions during a replay of the stored trades. Checks with the same subscriptions share one replay. */
export function cachedReplay(subject: Subject, subs: readonly Wanted[]): Promise<Frame[]> {
  const runs = recorded.get(subject) ?? new Map<string, Promise<Frame[]>>()
  recorded.set(subject, runs)
  const key = JSON.stringify(subs)
  const run = runs.get(key) ?? replay(subject, subs)
  runs.set(key, run)
  return run
}

async function replay(subject: Subject, subs: readonly Wanted[]): Promise<Frame[]> {
  const { network, token } = subject.traded
  const path = tokenPath('/local/v1', network, token, '/replay')
  const all = (await readStoredTrades(subject, `token=${encodeURIComponent(token)}`)).length
  return withSubscriptions(subject, subs, async (socket) => {
    const started = await subject.post(path, { speed: 1000 })
    if (started.status !== 200) skip(`the server cannot replay (${started.status})`)
    for (;;) {
      const { playing, sent } = JSON.parse((await subject.request(path)).body.toString('utf8')) as { playing: boolean; sent: number }
      if (!playing || sent >= all) break
      await delay(LOOK_EVERY_MS)
    }
    // Snapshots may be hours after the last trade. The checks need trades only.
    await subject.post(path, { speed: null })
    return (await socket.settled()).filter((frame) => frame['op'] === 'event')
  })
}

export const trades = (subject: Subject, address: string): Wanted => ({ network: subject.traded.network, address, stream: 'dex_trades' })
export const signatures = (events: readonly Frame[]): string[] => events.map((event) => JSON.stringify(event['data']))
export const readStoredTrades = async (subject: Subject, filter: string): Promise<string[]> => {
  const { network } = subject.traded
  const { body } = await subject.get(`/local/v1/${network}/trades?${filter}&sort=asc`)
  return body
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .filter((row) => row !== '')
}
