import { AppError } from '../lib/app-error.ts'
import type { AnswerReader, Endpoint } from './endpoint.ts'
import { NodeFault, type FaultKind } from './node-fault.ts'

/** All endpoints of one network behind one call: the preferred one first, the others where it fails. */
export interface Failover {
  /** Hosts in order of preference, for messages. */
  readonly hosts: string
  call(method: string, params: readonly unknown[], signal: AbortSignal, reader?: AnswerReader): Promise<unknown>
}

/** Faults of one endpoint that another may not have. */
const ELSEWHERE: ReadonlySet<FaultKind> = new Set(['unreachable', 'busy', 'unsupported', 'no_state', 'refused'])

/** @param check asks an endpoint who it is before anything else: one of another chain would give true answers to other questions */
export function openFailover(args: {
  endpoints: readonly Endpoint[]
  networkName: string
  check: (endpoint: Endpoint, signal: AbortSignal) => Promise<void>
}): Failover {
  const checked = new Map<Endpoint, Promise<void>>()

  function checkOnce(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
    const known = checked.get(endpoint)
    if (known !== undefined) return known
    const check = args.check(endpoint, signal)
    checked.set(endpoint, check)
    check.catch(() => checked.delete(endpoint))
    return check
  }

  return {
    hosts: args.endpoints.map((endpoint) => endpoint.host).join(', '),
    async call(method, params, signal, reader) {
      let last: unknown = new AppError('source_unavailable', { say: `No endpoint is set for ${args.networkName}.` })
      for (const endpoint of args.endpoints) {
        try {
          await checkOnce(endpoint, signal)
          return await endpoint.call(method, params, signal, reader)
        } catch (error) {
          if (signal.aborted) throw error
          if (error instanceof NodeFault && !ELSEWHERE.has(error.kind)) throw error
          if (!(error instanceof AppError)) throw error
          last = error
        }
      }
      throw last
    },
  }
}
