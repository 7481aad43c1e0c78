import type { z } from 'zod'
import type { CaseAccess } from '../records/cases.ts'
import type { MetricNeed } from '../../networks.ts'
import type { ApiErrorCode } from '../errors.ts'

/** Who may call: anyone, a key with `read`, or a key with `manage`. */
export type RouteAccess = 'open' | 'read' | 'manage'

export interface RouteDef {
  /** The parameter `id` names a case, to which the caller needs at least this access. */
  readonly onCase?: CaseAccess
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** OpenAPI form, with `{parameters}`. */
  readonly path: string
  /** A second path of the same route. */
  readonly alias?: string
  readonly summary: string
  readonly tag: string
  readonly access: RouteAccess
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Status of an answer about what the call has made, or has started; others have 200. */
  readonly success?: 201 | 202
  /** Why the same answer has 200 instead: what the call would have made exists. */
  readonly unchanged?: string
  /** Schema of the JSON answer; null for answers that are not JSON (`produces` names the type). */
  readonly returns: z.ZodType | null
  readonly produces?: readonly string[]
  /** A column of NETWORKS: a network without it answers 422. */
  readonly needs?: MetricNeed
  /** Errors in addition to COMMON_ERRORS and, for a route with a body, BODY_ERRORS. */
  readonly errors?: readonly ApiErrorCode[]
  /** Path of the route that replaces this one. */
  readonly deprecatedBy?: string
  /** Largest body in bytes; only for routes that take one. */
  readonly bodyLimit?: number
}

/** Errors that any keyed route may answer. */
export const COMMON_ERRORS: readonly ApiErrorCode[] = [
  'unauthorized',
  'forbidden',
  'forbidden_origin',
  'forbidden_host',
  'validation_error',
  'rate_limited',
  'internal',
  'service_unavailable',
]

/** Additional errors of every route with a body. */
export const BODY_ERRORS = ['too_large', 'unsupported_media_type'] as const

/** Keeps the literal types of a row, from which the types of the handlers and the client are made. */
export const route = <const R extends RouteDef>(def: R): R => def

/** A route of the local API. A body has up to 64 KiB unless the row says otherwise. */
export const localRoute = <const R extends Omit<RouteDef, 'tag'>>(def: R) => route({ tag: 'Local', bodyLimit: 64 * 1024, ...def })

/** Errors that every call about one stored token may answer. */
export const tokenErrors = ['unsupported_network', 'token_not_found', 'source_unavailable', 'token_pending'] as const
