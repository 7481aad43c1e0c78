import { postJson } from '../../lib/http-post.ts'
import { AppError } from '../../lib/app-error.ts'
import type { EndpointWait } from './pacing/pacer.ts'
import { parseJson } from './sending/answer.ts'

/** Calls a second, measured over a few seconds. */
export interface MeasuredPace {
  readonly perSecond: number
  /** False if the endpoint refused no call, so it may allow more. */
  readonly isLimit: boolean
}

/** How far back an endpoint lists events: the oldest block or slot that was seen to have them, and whether older ones were missing. */
export interface EventRetention {
  readonly since: number
  readonly isCut: boolean
}

/** Without a refusal in this time, the search for the endpoint's limit ends. */
const UNREFUSED_MS = 3_000
/** Before the first refusal, an endpoint spends its burst allowance. Its sustained limit shows afterwards. */
const MEASURE_MS = 8_000
const CONCURRENT_CALLS = 16

/**
 * Calls an endpoint for a few seconds as fast as it allows.
 *
 * @param call a cheap call
 * @param waiting the limits that callers wait for
 */
export async function measurePace(
  call: (signal: AbortSignal) => Promise<unknown>,
  waiting: () => readonly EndpointWait[],
  signal: AbortSignal,
): Promise<MeasuredPace | null> {
  let began = performance.now()
  let answers = 0
  let isLimit = false
  const isOver = (): boolean => signal.aborted || performance.now() - began >= (isLimit ? MEASURE_MS : UNREFUSED_MS)
  const end = AbortSignal.any([signal, AbortSignal.timeout(UNREFUSED_MS + MEASURE_MS)])
  const repeat = async (): Promise<void> => {
    while (!isOver()) {
      await call(end)
      answers += 1
      if (isLimit || waiting().length === 0) continue
      isLimit = true
      began = performance.now()
      answers = 0
    }
  }
  await Promise.allSettled(Array.from({ length: CONCURRENT_CALLS }, repeat))
  return answers === 0 ? null : { perSecond: answers / ((performance.now() - began) / 1_000), isLimit }
}

const BATCH_BYTES = 1024 * 1024
const BATCH_TIMEOUT_MS = 5_000

/** Whether an endpoint answers two calls in one request; null when it does not say. */
export async function takesBatches(url: string, method: string, signal: AbortSignal): Promise<boolean | null> {
  const body = JSON.stringify([1, 2].map((id) => ({ jsonrpc: '2.0', id, method, params: [] })))
  try {
    const end = AbortSignal.any([signal, AbortSignal.timeout(BATCH_TIMEOUT_MS)])
    const answer = await postJson(new URL(url), body, { signal: end, answerBytes: BATCH_BYTES })
    if (answer.status === 429 || answer.status >= 500) return null
    return isWholeBatch(answer.body)
  } catch {
    return null
  }
}

function isWholeBatch(body: Buffer | null): boolean {
  const answers = body === null ? null : parseJson(body)
  return (
    Array.isArray(answers) && answers.length === 2 && answers.every((answer) => typeof answer === 'object' && answer !== null && 'result' in answer)
  )
}

/** Blocks to test, as shares of the head, and bisection steps between the last missing and the first present block. */
const SHARES = [1 / 4, 1 / 2, 3 / 4, 7 / 8, 15 / 16, 31 / 32, 127 / 128, 1_023 / 1_024]
const STEPS = 6

/**
 * Finds the first block whose events an endpoint lists, from a quarter of the chain's length on; null when it is unknown.
 *
 * @param lists whether the endpoint lists the events of a block; null if the block is inconclusive
 */
export async function findEvents(head: number, lists: (block: number) => Promise<boolean | null>): Promise<EventRetention | null> {
  let missing: number | null = null
  let present: number | null = null
  for (const share of SHARES) {
    const block = Math.floor(head * share)
    const found = await lists(block)
    if (found === true) {
      present = block
      break
    }
    if (found === false) missing = block
  }
  if (present === null) return null
  if (missing === null) return { since: present, isCut: false }
  for (let step = 0; step < STEPS && present - missing > 1; step++) {
    const middle: number = Math.floor((missing + present) / 2)
    if ((await lists(middle)) === false) missing = middle
    else present = middle
  }
  return { since: present, isCut: true }
}

/** The result of a test; null if the endpoint refused it or the time was over. */
export async function orUnknown<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError || signal.aborted) return null
    throw error
  }
}
