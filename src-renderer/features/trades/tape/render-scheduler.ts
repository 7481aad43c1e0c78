/** Throttles rendering of incoming trades: soon, but rarely enough to read, and never while input is pending. */

/** Minimum time between renders. At hundreds of trades a second, each render fills the table. */
const MIN_INTERVAL_MS = 250
/** Maximum share of time spent rendering, which leaves time for input. */
const MAX_RENDER_SHARE = 0.25
/** Trades that arrive within this time are rendered together. */
const BATCH_MS = 16
/** Rendering pauses this long after a key or wheel event, or until the next key while typing. */
const INPUT_QUIET_MS = 200
/** Upper bound for the delay caused by render cost and input. */
const MAX_DELAY_MS = 1_000

export interface RenderScheduler {
  /** Calls back at the time of the next render. */
  readonly schedule: (run: () => void) => void
  /** Marks the last run as rendered. */
  readonly rendered: () => void
  /** Reports a key or wheel event. */
  readonly onInput: () => void
}

export function createRenderScheduler(): RenderScheduler {
  let begun: number | null = null
  let restUntil = 0
  let inputUntil = 0
  return {
    schedule(run) {
      const latest = performance.now() + MAX_DELAY_MS
      const attempt = (): void => {
        const now = performance.now()
        const early = Math.max(restUntil, Math.min(inputUntil, latest)) - now
        if (early > 0) return void setTimeout(attempt, early)
        begun = now
        restUntil = now + MIN_INTERVAL_MS
        run()
      }
      setTimeout(attempt, BATCH_MS)
    },
    rendered() {
      if (begun === null) return
      restUntil = begun + Math.min(MAX_DELAY_MS, Math.max(MIN_INTERVAL_MS, (performance.now() - begun) / MAX_RENDER_SHARE))
      begun = null
    },
    onInput() {
      inputUntil = performance.now() + INPUT_QUIET_MS
    },
  }
}
