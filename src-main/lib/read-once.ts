/**
 * Shares one read among all callers. A failed read is not kept. The first caller's signal ends the read, so the callers that waited for a
 * cancelled read start another one.
 */
export function readOnce<T, Args extends readonly unknown[]>(
  read: (signal: AbortSignal, ...args: Args) => Promise<T>,
): (signal: AbortSignal, ...args: Args) => Promise<T> {
  let shared: { readonly result: Promise<T>; readonly signal: AbortSignal } | null = null
  return async (signal, ...args) => {
    for (;;) {
      const current = (shared ??= { result: read(signal, ...args), signal })
      try {
        return await current.result
      } catch (error) {
        if (shared === current) shared = null
        if (current.signal === signal || !current.signal.aborted) throw error
        signal.throwIfAborted()
      }
    }
  }
}
