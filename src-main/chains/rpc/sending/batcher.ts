import { NodeFault, type FaultKind } from '../node-fault.ts'
import type { Pacer } from '../pacing/pacer.ts'
import { BatchRejected, isBusy, type Call, type Outcome } from './call.ts'
import type { Requests } from './requests.ts'

export interface BatcherOptions extends Requests {
  readonly pacer: Pacer
  readonly now?: () => number
}

export interface Batcher {
  /** @throws NodeFault as the endpoint answers this call, or as the pacer does; the signal's reason when cancelled */
  call(call: Call, signal: AbortSignal, patienceMs?: number): Promise<unknown>
}

interface Member {
  readonly call: Call
  readonly signal: AbortSignal
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** Calls that wait for the same turn. */
interface Group {
  readonly members: Set<Member>
  readonly most: number
  readonly abandon: AbortController
}

/** Faults of a batch that its calls may not have alone. */
const ONE_BY_ONE: ReadonlySet<FaultKind> = new Set(['too_large', 'unreachable'])

/** Sends calls that wait for the pace of an endpoint in one request, if that raises the rate of calls. */
export function openBatcher({ pacer, sendBatch, sendOne, now = () => performance.now() }: BatcherOptions): Batcher {
  const { batches } = pacer
  const waiting = new Map<string, Group>()

  function sendAlone(call: Call, signal: AbortSignal, patienceMs?: number): Promise<unknown> {
    const sendCall = async (): Promise<unknown> => {
      const { result, bytes } = await sendOne(call, signal)
      batches.answered(call.method, 1, bytes, now())
      return result
    }
    return pacer.call(call.method, signal, sendCall, patienceMs)
  }

  /** Adds a call to the group that waits for its turn, or to a new one. */
  function join(call: Call, signal: AbortSignal, most: number, patienceMs?: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const key = `${call.method} ${patienceMs ?? ''}`
      const known = waiting.get(key)
      const group = known ?? { members: new Set(), most, abandon: new AbortController() }
      const leave = (): void => {
        group.members.delete(member)
        reject(signal.reason as Error)
        if (group.members.size === 0) group.abandon.abort(signal.reason)
      }
      const settle = (): void => signal.removeEventListener('abort', leave)
      const member: Member = {
        ...{ call, signal },
        resolve(value) {
          settle()
          resolve(value)
        },
        reject(error) {
          settle()
          reject(error as Error)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      group.members.add(member)
      if (known === undefined) waiting.set(key, group)
      if (group.members.size >= group.most) waiting.delete(key)
      if (known === undefined) void run(key, group, call.method, patienceMs)
    })
  }

  async function run(key: string, group: Group, method: string, patienceMs?: number): Promise<void> {
    const sendGroup = async (): Promise<readonly (readonly [Member, Outcome])[]> => {
      if (waiting.get(key) === group) waiting.delete(key)
      const members = [...group.members]
      if (members.length > 1 && batches.learnt === 1) throw new BatchRejected()
      try {
        const { outcomes, bytes } = await sendAll(members, group.abandon.signal)
        batches.answered(method, members.length, bytes, now())
        return members.flatMap((member, i) => (outcomes[i] === undefined ? [] : [[member, outcomes[i]] as const]))
      } catch (error) {
        const isRefused = members.length > 1 && error instanceof NodeFault && error.kind === 'busy'
        throw isRefused && batches.refused() ? new BatchRejected() : error
      }
    }
    try {
      const answered = await pacer.call(method, group.abandon.signal, sendGroup, patienceMs)
      if (answered.some(([, outcome]) => isBusy(outcome))) batches.refused()
      for (const [member, outcome] of answered) {
        if ('result' in outcome) member.resolve(outcome.result)
        else if (isBusy(outcome)) void sendAgain(member, patienceMs)
        else member.reject(outcome.fault)
      }
    } catch (error) {
      if (waiting.get(key) === group) waiting.delete(key)
      const members = [...group.members]
      const isBatch = members.length > 1 && (error instanceof BatchRejected || (error instanceof NodeFault && ONE_BY_ONE.has(error.kind)))
      if (!isBatch) for (const member of members) member.reject(error)
      else {
        const answers = members.map((member) => sendAgain(member, patienceMs))
        const isTooLarge = !(error instanceof NodeFault) || error.kind === 'too_large'
        // If no single call is answered either, the endpoint is unreachable.
        if (isTooLarge || (await Promise.race(answers))) batches.notTaken(members.length)
      }
    }
  }

  async function sendAll(members: readonly Member[], signal: AbortSignal): ReturnType<Requests['sendBatch']> {
    const calls = members.map(({ call }) => call)
    const [only] = calls
    if (only === undefined || calls.length > 1) return sendBatch(calls, signal)
    const { result, bytes } = await sendOne(only, signal)
    return { outcomes: [{ result }], bytes }
  }

  /** Sends a call alone, in a separate turn. Returns whether it was answered. */
  async function sendAgain(member: Member, patienceMs?: number): Promise<boolean> {
    try {
      member.resolve(await sendAlone(member.call, member.signal, patienceMs))
      return true
    } catch (error) {
      member.reject(error)
      return false
    }
  }

  return {
    call(call, signal, patienceMs) {
      if (call.reader !== undefined) return sendAlone(call, signal, patienceMs)
      const most = batches.next(call.method, () => pacer.waiting()?.perSecond ?? null, now())
      return most > 1 ? join(call, signal, most, patienceMs) : sendAlone(call, signal, patienceMs)
    },
  }
}
