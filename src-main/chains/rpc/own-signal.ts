/**
 * A signal for one call, which aborts with the job's signal. A library may leave its listeners on a signal, as the gRPC transport does
 * (https://github.com/timostamm/protobuf-ts/blob/main/packages/grpc-transport/src/grpc-transport.ts): on the signal of the job, each call would stay
 * in memory with its answer until the job ends.
 */
export interface OwnSignal {
  readonly signal: AbortSignal
  abort(): void
  /** Called when the call has ended. */
  leave(): void
}

export function ownSignal(job: AbortSignal): OwnSignal {
  const own = new AbortController()
  const follow = (): void => own.abort(job.reason)
  if (job.aborted) follow()
  else job.addEventListener('abort', follow, { once: true })
  return {
    signal: own.signal,
    abort: () => own.abort(),
    leave: () => job.removeEventListener('abort', follow),
  }
}
