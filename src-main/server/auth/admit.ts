import type { FastifyRequest } from 'fastify'
import type { RouteAccess } from '../../../src-shared/contract/routes.ts'
import { AppError } from '../../lib/app-error.ts'
import type { CallLimit } from '../http/call-limit.ts'
import type { ApiKeys } from './api-keys.ts'
import { identify, mayCall, type Caller } from './caller.ts'
import type { Quotas } from './quotas.ts'

/** Why a caller may not make a call. Undefined when it may. */
function refusal(caller: Caller | null, access: RouteAccess): AppError | undefined {
  if (caller === null) return new AppError('unauthorized')
  return mayCall(caller, access) ? undefined : new AppError('forbidden', { message: `This call needs a key with the permission "${access}".` })
}

export interface Admission {
  readonly keys: ApiKeys
  /** Limits the calls that come with a key. */
  readonly calls: CallLimit
  readonly quotas: Pick<Quotas, 'spend'>
}

/** Sets the caller of a request by its key. Calls back with the reason why the caller may not make the call now, or with undefined if it may. */
export function admit(
  request: FastifyRequest,
  key: string | null,
  access: RouteAccess,
  { keys, calls, quotas }: Admission,
  done: (error?: Error) => void,
): void {
  const decide = (caller: Caller | null): void => {
    request.caller = caller
    const refused = refusal(caller, access) ?? (calls.isReached ? new AppError('rate_limited') : undefined)
    if (refused !== undefined || caller === null) done(refused)
    else quotas.spend(caller, done)
  }
  identify(keys, request.raw.socket, key, decide, done)
}
