import { ownSignal } from '../../rpc/own-signal.ts'

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
  const own = ownSignal(signal)
  let isSilent = false
  const listen = (): NodeJS.Timeout =>
    setTimeout(() => {
      isSilent = true
      own.abort()
    }, silenceMs)
  let timer = listen()
  try {
    for await (const frame of open(own.signal)) {
      // The consumer may take its time.
      clearTimeout(timer)
      yield frame
      timer = listen()
    }
  } catch (error) {
    throw isSilent ? new Error(`no frame within ${silenceMs / 1_000} s`) : error
  } finally {
    clearTimeout(timer)
    own.abort()
    own.leave()
  }
}
