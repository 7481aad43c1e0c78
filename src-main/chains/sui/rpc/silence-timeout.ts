/**
 * Frames of a stream until no more arrive. Leaving the loop also ends the stream at the server.
 *
 * @throws Error when no frame arrives for `silenceMs`
 */
export async function* withSilenceTimeout<T>(
  open: (abort: AbortSignal) => AsyncIterable<T>,
  silenceMs: number,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const own = new AbortController()
  const timer = setTimeout(() => {
    own.abort(new Error(`no frame within ${silenceMs / 1_000} s`))
  }, silenceMs)
  try {
    for await (const frame of open(AbortSignal.any([signal, own.signal]))) {
      timer.refresh()
      yield frame
    }
  } catch (error) {
    throw own.signal.aborted ? (own.signal.reason as Error) : error
  } finally {
    clearTimeout(timer)
    own.abort()
  }
}
