/** A method without an answer is tried `REFUSED_TRIES` times. Then the control call decides, which must succeed `CONTROL_TRIES` times in a row. */
const REFUSED_TRIES = 3
const CONTROL_TRIES = 3
/** A method that is refused alone is tried again after this time. */
const BAN_MS = 10 * 60_000

/** Refusals of a method that was never answered. */
interface Doubt {
  refusals: number
  controls: number
  bannedUntil: number
}

/** Methods that an endpoint always refuses, in the same way as calls above its limit. */
export class MethodBans {
  readonly #control: (signal: AbortSignal) => Promise<unknown>
  readonly #now: () => number
  readonly #answered = new Set<string>()
  readonly #doubts = new Map<string, Doubt>()

  /** @param control a cheap call that every endpoint answers */
  constructor(control: (signal: AbortSignal) => Promise<unknown>, now: () => number) {
    this.#control = control
    this.#now = now
  }

  isBanned(method: string): boolean {
    return (this.#doubts.get(method)?.bannedUntil ?? 0) > this.#now()
  }

  answered(method: string): void {
    this.#answered.add(method)
  }

  /**
   * Whether only this method is refused: it was never answered, and the control call is answered each time.
   *
   * @param least number of refusals that may be chance
   */
  async refused(method: string, least: number, signal: AbortSignal): Promise<boolean> {
    if (this.#answered.has(method)) return false
    const doubt = this.#doubts.get(method) ?? { refusals: 0, controls: 0, bannedUntil: 0 }
    this.#doubts.set(method, doubt)
    doubt.refusals += 1
    if (doubt.refusals < Math.max(REFUSED_TRIES, least)) return false
    const isAnswered = await this.#control(signal).then(
      () => true,
      () => false,
    )
    doubt.controls = isAnswered ? doubt.controls + 1 : 0
    if (doubt.controls < CONTROL_TRIES) return false
    doubt.bannedUntil = this.#now() + BAN_MS
    return true
  }
}
