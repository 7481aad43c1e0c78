import { sleep, type Sleep } from '../../../lib/backoff.ts'
import { BatchSize } from '../sending/batch-size.ts'
import { NodeFault } from '../node-fault.ts'
import { EndpointPace, type LearntPace } from './endpoint-pace.ts'
import { MethodBans } from './method-bans.ts'
import { SavedPace, type PaceStore } from './saved-pace.ts'
import { TurnQueue } from './turn-queue.ts'

/** Sends the calls of one endpoint at the pace that it allows. */
export interface Pacer {
  /** Number of calls that a request of `call` may have. */
  readonly batches: BatchSize
  /**
   * Runs `send` when the endpoint allows it, and again for as long as it answers "too many requests".
   *
   * @param patienceMs longest time to wait after refusals; the call then fails with the last refusal
   * @throws NodeFault `unsupported` when the endpoint always refuses this method alone, and `too_large` when it refuses this call alone; the signal's
   *   reason when cancelled
   */
  call<T>(method: string, signal: AbortSignal, send: () => Promise<T>, patienceMs?: number): Promise<T>
  /** Milliseconds until calls of the method go out again after a refusal. */
  pausedMs(method: string): number
  /** The limit that callers currently wait for; null if none do. */
  waiting(): EndpointWait | null
}

/** Why calls to an endpoint wait. */
export interface EndpointWait {
  readonly host: string
  /** Requests, each with up to `callsPerRequest` calls. Null while the limit is still being searched for. */
  readonly perSecond: number | null
  readonly callsPerRequest: number
  /** Milliseconds of the longest wait that the endpoint asked for; 0 when calls only wait for their turn. */
  readonly pausedMs: number
}

export interface PacerOptions {
  readonly url: string
  readonly host: string
  readonly inFlight: number
  /** A cheap call that every endpoint answers. It distinguishes a method that is always refused from an endpoint that refuses everything. */
  readonly control: (signal: AbortSignal) => Promise<unknown>
  readonly paces?: PaceStore | undefined
  readonly now?: () => number
  /** Injected by tests. */
  readonly sleep?: Sleep
}

/** A call that was refused this often, each time after others were answered, is refused for its content. */
const REFUSED_AMONG_ANSWERS = 20

export function openPacer(options: PacerOptions): Pacer {
  const { url, host, inFlight, control, paces, now = () => performance.now(), sleep: wait = sleep } = options
  const saved = new SavedPace(paces, url, now())
  const pace = new EndpointPace(saved.last, now())
  const batches = new BatchSize(saved.last?.callsPerRequest ?? null)
  const turns = new TurnQueue({ pace, inFlight, now })
  const bans = new MethodBans(control, now)
  let answers = 0

  const learnt = (): LearntPace => ({ ...pace.learnt, ...(batches.learnt === null ? {} : { callsPerRequest: batches.learnt }) })

  const refusedAlone = (kind: 'unsupported' | 'too_large', method: string, text: string): NodeFault =>
    new NodeFault({ kind, host, method, text: text === '' ? 'only this is refused' : `only this is refused: ${text}` })

  async function call<T>(method: string, signal: AbortSignal, send: () => Promise<T>, patienceMs = Number.POSITIVE_INFINITY): Promise<T> {
    let refusedAmongAnswers = 0
    let answersBefore = answers
    let firstRefusedAt: number | null = null
    let ownWait = 0
    for (;;) {
      if (ownWait > 0) await wait(ownWait, signal).catch(() => signal.throwIfAborted())
      ownWait = 0
      if (bans.isBanned(method)) throw refusedAlone('unsupported', method, '')
      await turns.enter(method, signal, patienceMs)
      const sentAt = now()
      try {
        if (bans.isBanned(method)) throw refusedAlone('unsupported', method, '')
        const answer = await send()
        pace.answered(method, now(), sentAt)
        bans.answered(method)
        answers += 1
        return answer
      } catch (error) {
        // For the pace, every other fault except silence counts as an answer.
        if (!(error instanceof NodeFault) || error.kind !== 'busy') {
          if (error instanceof NodeFault && error.kind !== 'unreachable') pace.answered(method, now(), sentAt)
          throw error
        }
        turns.refused(error)
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
        turns.leave()
        saved.save(learnt, now(), turns.isIdle)
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
      const pausedMs = Math.max(0, ...turns.methods.map((method) => pace.pausedMs(method, now())))
      return { host, perSecond: limit.measured, callsPerRequest: batches.learnt ?? 1, pausedMs }
    },
  }
}
