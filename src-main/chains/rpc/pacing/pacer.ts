import { sleep } from '../../../lib/backoff.ts'
import { BatchSize } from '../sending/batch-size.ts'
import { NodeFault } from '../node-fault.ts'
import { EndpointPace, type LearntPace } from './endpoint-pace.ts'
import { MethodBans } from './method-bans.ts'

/** Sends the calls of one endpoint at the pace that it allows. */
export interface Pacer {
  /** How many calls a request of `call` may have. */
  readonly batches: BatchSize
  /**
   * Runs `send` when the endpoint allows it, and again for as long as it answers "too many requests".
   *
   * @param patienceMs longest time to sit out refusals; the call then fails with the last one
   * @throws NodeFault `unsupported` when the endpoint refuses this method alone, however long one waits, and `too_large` when it refuses this
   * call alone; the signal's reason when cancelled
   */
  call<T>(method: string, signal: AbortSignal, send: () => Promise<T>, patienceMs?: number): Promise<T>
  /** Milliseconds until calls of the method go out again after a refusal. */
  pausedMs(method: string): number
  /** The limit that callers wait for at the moment; null if none do. */
  waiting(): EndpointWait | null
}

/** Why calls to an endpoint wait. */
export interface EndpointWait {
  readonly host: string
  /** Requests, each with up to `callsPerRequest` calls. Null while the limit is still looked for. */
  readonly perSecond: number | null
  readonly callsPerRequest: number
  /** Milliseconds of the longest wait that the endpoint asked for; 0 when calls only wait for their turn. */
  readonly pausedMs: number
}

/** Stores what an endpoint allows between starts of the service. */
export interface PaceMemory {
  read(url: string): LearntPace | null
  write(url: string, learnt: LearntPace): void
}

export interface PacerOptions {
  readonly url: string
  readonly host: string
  readonly inFlight: number
  /** A cheap call that every endpoint answers. It tells a method that is always refused from an endpoint that refuses everything. */
  readonly control: (signal: AbortSignal) => Promise<unknown>
  readonly memory?: PaceMemory | undefined
  readonly now?: () => number
}

interface Waiting {
  readonly method: string
  readonly patienceMs: number
  /** When it first had to wait for the pace; null while it did not. */
  waitedSince: number | null
  go(): void
  fail(error: unknown): void
}

/** What is learnt is saved at the first refusal, then this often while it changes, and when no call is left. */
const SAVE_EVERY_MS = 10_000
const CHANGED = 0.02
/** A call that was refused this often, each time after others were answered, is refused for its content. */
const REFUSED_AMONG_ANSWERS = 20
export function openPacer({ url, host, inFlight, control, memory, now = () => performance.now() }: PacerOptions): Pacer {
  const learnt = memory?.read(url) ?? null
  const pace = new EndpointPace(learnt, now())
  const queue = new Set<Waiting>()
  const batches = new BatchSize(learnt?.callsPerRequest ?? null)
  const bans = new MethodBans(control, now)
  let active = 0
  let answers = 0
  let timer: NodeJS.Timeout | null = null
  let refusal: NodeFault | null = null
  let saved = learnt
  let savedAt = now()

  /** Sends what may go out now, in the order of the requests, and sets the timer for the next. */
  function pump(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const at = now()
    const blocked = new Set<string>()
    let soonestMs = Number.POSITIVE_INFINITY
    for (const waiting of queue) {
      if (active >= inFlight) return
      const { method } = waiting
      const pausedMs = pace.pausedMs(method, at)
      if (pausedMs > waiting.patienceMs && refusal !== null) {
        queue.delete(waiting)
        waiting.fail(refusal)
        continue
      }
      const waitMs = blocked.has(method) ? Number.POSITIVE_INFINITY : pace.waitMs(method, at)
      if (waitMs <= 0) {
        queue.delete(waiting)
        active += 1
        pace.sent(method, at, waiting.waitedSince)
        waiting.go()
        continue
      }
      waiting.waitedSince ??= at
      blocked.add(method)
      soonestMs = Math.min(soonestMs, waitMs)
    }
    if (soonestMs < Number.POSITIVE_INFINITY) timer = setTimeout(pump, Math.ceil(soonestMs))
  }

  /** Resolves when the call may go out; `active` then counts it. */
  function turn(method: string, signal: AbortSignal, patienceMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const cancel = (): void => {
        queue.delete(waiting)
        waiting.fail(signal.reason)
        if (queue.size === 0 && timer !== null) clearTimeout(timer)
      }
      const waiting: Waiting = {
        method,
        patienceMs,
        waitedSince: null,
        go() {
          signal.removeEventListener('abort', cancel)
          resolve()
        },
        fail(error) {
          signal.removeEventListener('abort', cancel)
          reject(error instanceof Error ? error : new Error(String(error)))
        },
      }
      queue.add(waiting)
      pump()
      // Most calls go out immediately and need no listener.
      if (queue.has(waiting)) signal.addEventListener('abort', cancel, { once: true })
    })
  }

  function save(): void {
    if (memory === undefined) return
    const at = now()
    const isIdle = active === 0 && queue.size === 0
    if (!isIdle && saved !== null && at - savedAt < SAVE_EVERY_MS) return
    const next = { ...pace.learnt, ...(batches.learnt === null ? {} : { callsPerRequest: batches.learnt }) }
    if (!hasChanged(saved, next)) return
    savedAt = at
    saved = next
    memory.write(url, next)
  }

  const refusedAlone = (kind: 'unsupported' | 'too_large', method: string, text: string): NodeFault =>
    new NodeFault({ kind, host, method, text: text === '' ? 'only this is refused' : `only this is refused: ${text}` })

  async function call<T>(method: string, signal: AbortSignal, send: () => Promise<T>, patienceMs = Number.POSITIVE_INFINITY): Promise<T> {
    let refusedAmongAnswers = 0
    let answersBefore = answers
    let firstRefusedAt: number | null = null
    let ownWait = 0
    for (;;) {
      if (ownWait > 0) await sleep(ownWait, signal).catch(() => signal.throwIfAborted())
      ownWait = 0
      if (bans.isBanned(method)) throw refusedAlone('unsupported', method, '')
      await turn(method, signal, patienceMs)
      const sentAt = now()
      try {
        if (bans.isBanned(method)) throw refusedAlone('unsupported', method, '')
        const answer = await send()
        pace.answered(method, now(), sentAt)
        bans.answered(method)
        answers += 1
        return answer
      } catch (error) {
        // Every other fault is an answer as far as the pace is concerned, except silence.
        if (!(error instanceof NodeFault) || error.kind !== 'busy') {
          if (error instanceof NodeFault && error.kind !== 'unreachable') pace.answered(method, now(), sentAt)
          throw error
        }
        refusal = error
        const retryAfterMs = error.waitSeconds === null ? null : error.waitSeconds * 1_000
        const ownWaitMs = pace.refused(method, { now: now(), sentAt, retryAfterMs, text: error.text })
        const byChance = pace.refusalsBeyondChance(method)
        if (answers > answersBefore) refusedAmongAnswers += 1
        answersBefore = answers
        if (refusedAmongAnswers >= Math.max(REFUSED_AMONG_ANSWERS, byChance)) throw refusedAlone('too_large', method, error.text)
        if (await bans.refused(method, byChance, signal)) throw refusedAlone('unsupported', method, error.text)
        firstRefusedAt ??= now()
        if (now() - firstRefusedAt + Math.max(ownWaitMs, pace.pausedMs(method, now())) > patienceMs) throw error
        ownWait = ownWaitMs
      } finally {
        active -= 1
        save()
        pump()
      }
    }
  }

  return {
    batches,
    call,
    pausedMs: (method) => pace.pausedMs(method, now()),
    waiting() {
      const limit = pace.holdingBack(now())
      if (limit === null) return null
      const pausedMs = Math.max(0, ...[...queue].map(({ method }) => pace.pausedMs(method, now())))
      return { host, perSecond: limit.measured, callsPerRequest: batches.learnt ?? 1, pausedMs }
    },
  }
}

function hasChanged(before: LearntPace | null, after: LearntPace): boolean {
  const values = (learnt: LearntPace | null): ReadonlyMap<string, number> =>
    new Map([...Object.entries(learnt?.methods ?? {}), ...(learnt === null || learnt.perSecond === null ? [] : [['', learnt.perSecond] as const])])
  const [old, next] = [values(before), values(after)]
  return (
    before?.callsPerRequest !== after.callsPerRequest ||
    old.size !== next.size ||
    [...next].some(([name, value]) => Math.abs(value / (old.get(name) ?? 0) - 1) > CHANGED)
  )
}
