/** A refusal stands alone if at least this many answers come before and after it. */
const ANSWERS_BETWEEN = 16
/** `CONTRADICTIONS` refusals at a fully answered rate, within `CONTRADICTED_WITHIN` calls, contradict a limit. */
const CONTRADICTIONS = 2
const CONTRADICTED_WITHIN = 10_000

/** Refusals of single calls among answers. Above a limit, refusals soon follow each other (docs/chains.md#pace). */
export class LoneRefusals {
  #calls = 0
  #refusals = 0
  #answersInARow = 0
  #isOpen = false
  /** Call numbers of the contradictions. */
  #contradictions: number[] = []

  /** Share of the calls that were refused. */
  get share(): number {
    return this.#refusals / Math.max(1, this.#calls)
  }

  /** Only answers came recently. */
  get isCalm(): boolean {
    return this.#answersInARow >= ANSWERS_BETWEEN
  }

  /** The next calls decide whether the newest refusal stands alone. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Counts an outcome. Returns whether the newest refusal now stands alone. */
  count(isRefused: boolean): boolean {
    this.#calls += 1
    if (isRefused) this.#refusals += 1
    this.#answersInARow = isRefused ? 0 : this.#answersInARow + 1
    const isLone = this.#isOpen && this.isCalm
    if (isRefused || isLone) this.#isOpen = false
    return isLone
  }

  /** The newest outcome is a refusal that may stand alone. */
  open(): void {
    this.#isOpen = true
  }

  /**
   * The newest outcome is a refusal at a fully answered rate. Returns whether such refusals are more than chance.
   *
   * @param doubt factor on the number of refusals needed
   */
  contradict(doubt: number): boolean {
    this.#contradictions = [...this.#contradictions.filter((call) => call > this.#calls - CONTRADICTED_WITHIN), this.#calls]
    return this.#contradictions.length >= CONTRADICTIONS * doubt
  }

  /** Restarts the counts. */
  reset(): void {
    this.#calls = 0
    this.#refusals = 0
    this.#isOpen = false
    this.#contradictions = []
  }
}
