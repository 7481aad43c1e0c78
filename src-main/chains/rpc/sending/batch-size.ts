/**
 * Learns how many calls to send in one request (docs/chains.md#batches). Some endpoints count requests, so batches multiply the rate of calls. Others
 * count each call of a batch, so batches bring no gain. A trial distinguishes them: with the former, batched calls are answered faster than the
 * measured limit of single calls, for longer than a reserve of calls lasts.
 */

/** Answers before a trial. A trial may cost a refusal, so short reads and the first answers of long reads have none. */
const ANSWERS_BEFORE = 500
const TRIAL_SIZE = 8
/** Limits are counted over up to ten seconds. Two more seconds allow for measurement errors. */
const RESERVE_SECONDS = 12
const MAX_CALLS = 50
/** This many consecutive refused batches mean that the endpoint now counts each call. Otherwise one of them would have passed after the waits. */
const MAX_REFUSED = 5
/** Answers of this total size are parsed in a few milliseconds. */
const ANSWER_BYTES = 512 * 1024
/** Weight of the newest answer in the moving average of a method's answer sizes. */
const NEWEST = 0.2

interface Trial {
  readonly size: number
  readonly limit: number
  readonly startedAt: number
  answers: number
}

export class BatchSize {
  #learnt: number | null
  #trial: Trial | null = null
  #largest = TRIAL_SIZE
  #answers = 0
  #refusedInARow = 0
  readonly #bytes = new Map<string, number>()

  /** @param learnt calls per request at an earlier start; null if none were learnt */
  constructor(learnt: number | null) {
    this.#learnt = learnt
  }

  /** Maximum calls per request; 1 if batches bring no gain, null while it is unknown. */
  get learnt(): number | null {
    return this.#learnt
  }

  /**
   * Calls that the next request may have.
   *
   * @param limit returns the calls a second that are waited for; null if no limit is measured
   */
  next(method: string, limit: () => number | null, now: number): number {
    const most = this.#learnt ?? (this.#trial ?? this.#begin(limit, now))?.size ?? 1
    const bytes = this.#bytes.get(method) ?? 0
    return most === 1 ? 1 : Math.max(1, Math.min(most, Math.floor(ANSWER_BYTES / Math.max(1, bytes))))
  }

  /** @param bytes of the answer to all calls of the request */
  answered(method: string, calls: number, bytes: number, now: number): void {
    this.#answers += calls
    if (calls > 1) this.#refusedInARow = 0
    const [known, each] = [this.#bytes.get(method), bytes / calls]
    this.#bytes.set(method, known === undefined ? each : known + (each - known) * NEWEST)
    if (this.#trial === null) return
    this.#trial.answers += calls
    const { limit, startedAt, answers } = this.#trial
    if (answers > limit * ((now - startedAt) / 1_000 + RESERVE_SECONDS)) this.#end(MAX_CALLS)
  }

  /** A batch was refused because of the rate. Returns whether to stop sending batches, because the endpoint counts each call. */
  refused(): boolean {
    this.#refusedInARow += 1
    if (this.#trial !== null || this.#refusedInARow >= MAX_REFUSED) this.#end(1)
    return this.#learnt === 1
  }

  /** A batch was not answered as a whole, perhaps because of its size. */
  notTaken(calls: number): void {
    this.#largest = Math.max(1, Math.floor(calls / 2))
    this.#trial = null
    if (this.#learnt !== null || this.#largest === 1) this.#end(this.#largest)
  }

  #begin(limit: () => number | null, now: number): Trial | null {
    if (this.#answers < ANSWERS_BEFORE) return null
    const measured = limit()
    if (measured === null) return null
    this.#trial = { size: this.#largest, limit: measured, startedAt: now, answers: 0 }
    return this.#trial
  }

  #end(size: number): void {
    this.#trial = null
    this.#learnt = Math.min(size, this.#learnt ?? size)
  }
}
