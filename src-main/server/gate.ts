import type { ServerResponse } from 'node:http'
import type { RouteAccess } from '../../src-shared/contract/routes.ts'
import { AppError } from '../lib/app-error.ts'
import { mayCall, type Caller } from './auth.ts'

/** Holds the number of keyed calls at work under a limit; more than that are told to come back. */
export interface Gate {
  /** Why this caller may not make such a call now; undefined when it may. */
  refusal(caller: Caller | null, access: RouteAccess): AppError | undefined
  /** Counts a call as at work until its answer is out or its caller is gone. */
  enter(response: ServerResponse): void
}

/** @param limit calls at work at the same time */
export function createGate(limit: number): Gate {
  let atWork = 0
  return {
    refusal(caller, access) {
      if (caller === null) return new AppError('unauthorized')
      if (!mayCall(caller, access)) return new AppError('forbidden', { say: `This call needs a key with the permission "${access}".` })
      return atWork >= limit ? new AppError('rate_limited') : undefined
    },
    enter(response) {
      atWork += 1
      response.once('close', () => {
        atWork -= 1
      })
    },
  }
}
