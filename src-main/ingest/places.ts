/** Lets a few run at once; the others wait in the order they came. Who is cancelled while waiting runs at once, to end. */
export interface Places {
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export function openPlaces(count: number): Places {
  let free = count
  const waiting: (() => void)[] = []

  function place(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false)
    if (free > 0) {
      free -= 1
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const enter = (): void => {
        resolve(true)
      }
      waiting.push(enter)
      signal.addEventListener(
        'abort',
        () => {
          const at = waiting.indexOf(enter)
          if (at < 0) return
          waiting.splice(at, 1)
          resolve(false)
        },
        { once: true },
      )
    })
  }

  return {
    async run(work, signal) {
      const has = await place(signal)
      try {
        return await work()
      } finally {
        if (has) {
          const next = waiting.shift()
          if (next === undefined) free += 1
          else next()
        }
      }
    },
  }
}
