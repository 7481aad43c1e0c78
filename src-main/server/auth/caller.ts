import type { IncomingMessage } from 'node:http'
import type { Permission } from '../../../src-shared/contract/records/service.ts'
import type { RouteAccess } from '../../../src-shared/contract/routes.ts'
import { AppError } from '../../lib/app-error.ts'
import type { StoredKey } from '../../store/interface.ts'
import type { KeyRing } from './api-keys.ts'

/** Who calls: a key's row. Routes ask for `read` or `manage`, the firehose for its own permission. */
export type Caller = Pick<StoredKey, 'id' | 'name' | 'permissions'>

/** Longer than any key we make; a longer header is no key and not worth a hash. */
const KEY_MAX_LENGTH = 200

export function mayDo(caller: Caller, permission: Permission): boolean {
  return caller.permissions.includes(permission)
}

/** `manage` covers `read`: who may change things may look at them. */
export function mayCall(caller: Caller, access: RouteAccess): boolean {
  return access === 'open' || mayDo(caller, access) || (access === 'read' && mayDo(caller, 'manage'))
}

/** Why a caller may not make a call. Undefined when it may. */
export function refusal(caller: Caller | null, access: RouteAccess): AppError | undefined {
  if (caller === null) return new AppError('unauthorized')
  return mayCall(caller, access) ? undefined : new AppError('forbidden', { say: `This call needs a key with the permission "${access}".` })
}

/** The key of a REST call: the X-API-Key header and nothing else, so that no key ends up in a URL. */
export function keyOfHeaders(headers: IncomingMessage['headers']): string | null {
  const value = headers['x-api-key']
  return typeof value === 'string' && value !== '' && value.length <= KEY_MAX_LENGTH ? value : null
}

/** The key of a WebSocket handshake: the same header, or `?api-key=`, since browsers cannot set headers there. */
export function keyOfHandshake(request: IncomingMessage, search: URLSearchParams): string | null {
  const inQuery = search.get('api-key')
  return keyOfHeaders(request.headers) ?? (inQuery !== null && inQuery !== '' && inQuery.length <= KEY_MAX_LENGTH ? inQuery : null)
}

/** The password of HTTP Basic, which browsers can ask a person for: the page's way in when the service is open to a network. */
export function keyOfBasic(headers: IncomingMessage['headers']): string | null {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/.exec(headers.authorization ?? '')
  if (match?.[1] === undefined) return null
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  const key = text.slice(text.indexOf(':') + 1)
  return key !== '' && key.length <= KEY_MAX_LENGTH ? key : null
}

/** Finds the caller of a key presented on a connection; synchronous for every key already known. */
export function identify(
  ring: KeyRing,
  connection: object,
  key: string | null,
  done: (caller: Caller | null) => void,
  failed: (error: unknown) => void,
): void {
  const known = key === null ? null : ring.findOn(connection, key)
  if (known !== null || key === null) return done(known)
  ring.findFresh(key).then(done, failed)
}
