/** One attack that the service must withstand. */
export interface Attack {
  readonly name: string
  /** @throws Error saying what broke */
  try(): Promise<void>
}

export function check(holds: boolean, broken: string): asserts holds {
  if (!holds) throw new Error(broken)
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Polls until `found` returns a value. */
export async function waitFor<T>(what: string, withinMs: number, found: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + withinMs
  for (;;) {
    const value = await found()
    if (value !== null) return value
    check(performance.now() < end, `${what} did not happen within ${withinMs / 1000} s`)
    await pause(100)
  }
}
