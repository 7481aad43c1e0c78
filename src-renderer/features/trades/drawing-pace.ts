/** When arriving trades are drawn: soon, but not more often than anyone reads, and not while input waits for its answer. */

/** Least time between two drawings. At hundreds of trades a second each one fills the whole table anew. */
const LEAST_MS = 250
/** Where drawing takes long, it gets this share of the time at most, so that input still gets the rest. */
const MOST_SHARE = 0.25
/** Trades that arrive together are drawn together. */
const TOGETHER_MS = 16
/** For as long after a key or a turn of the wheel its answer has the page to itself; whoever types presses the next key by then. */
const INPUT_MS = 200
/** Neither what a drawing costs nor input keeps trades waiting for longer. */
const LONGEST_MS = 1_000

export interface DrawingPace {
  /** Runs when it is time for the next drawing. */
  readonly next: (run: () => void) => void
  /** What the last run brought is drawn. */
  readonly drawn: () => void
  /** A key was pressed or the wheel turned. */
  readonly input: () => void
}

export function drawingPace(): DrawingPace {
  let begun: number | null = null
  let restUntil = 0
  let inputUntil = 0
  return {
    next(run) {
      const latest = performance.now() + LONGEST_MS
      const attempt = (): void => {
        const now = performance.now()
        const early = Math.max(restUntil, Math.min(inputUntil, latest)) - now
        if (early > 0) return void setTimeout(attempt, early)
        begun = now
        restUntil = now + LEAST_MS
        run()
      }
      setTimeout(attempt, TOGETHER_MS)
    },
    drawn() {
      if (begun === null) return
      restUntil = begun + Math.min(LONGEST_MS, Math.max(LEAST_MS, (performance.now() - begun) / MOST_SHARE))
      begun = null
    },
    input() {
      inputUntil = performance.now() + INPUT_MS
    },
  }
}
