import type { LearntPace } from './endpoint-pace.ts'

/** Stores the learnt pace of endpoints across restarts of the service. */
export interface PaceStore {
  read(url: string): LearntPace | null
  write(url: string, learnt: LearntPace): void
}

/** The pace is saved at the first refusal, then at this interval while it changes, and when no call is left. */
const SAVE_EVERY_MS = 10_000
const CHANGED = 0.02

/** The pace of one endpoint as it is stored. */
export class SavedPace {
  readonly #store: PaceStore | undefined
  readonly #url: string
  #saved: LearntPace | null
  #savedAt: number

  constructor(store: PaceStore | undefined, url: string, now: number) {
    this.#store = store
    this.#url = url
    this.#saved = store?.read(url) ?? null
    this.#savedAt = now
  }

  get last(): LearntPace | null {
    return this.#saved
  }

  save(learnt: () => LearntPace, now: number, isIdle: boolean): void {
    if (this.#store === undefined) return
    if (!isIdle && this.#saved !== null && now - this.#savedAt < SAVE_EVERY_MS) return
    const next = learnt()
    if (!hasChanged(this.#saved, next)) return
    this.#savedAt = now
    this.#saved = next
    this.#store.write(this.#url, next)
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
