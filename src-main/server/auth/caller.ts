import type { IncomingMessage } from 'node:http'
import type { Permission } from '../../../src-shared/contract/records/service.ts'
import type { RouteAccess } from '../../../src-shared/contract/routes.ts'
import { asError } from '../../lib/as-error.ts'
import type { StoredKey } from '../../store/interface.ts'
import type { ApiKeys } from './api-keys.ts'

/** The client of a call: a key's row. Routes need `read` or `manage`, the firehose its own permission. */
export type Caller = Pick<StoredKey, 'id' | 'name' | 'permissions' | 'owner' | 'quotas'>

/** Longer than any key we create. A longer header is not hashed. */
const KEY_MAX_LENGTH = 200

export function mayDo(caller: Caller, permission: Permission): boolean {
  return caller.permissions.includes(permission)
}

/** Whether a caller speaks for the service itself, and not for a user (docs/team.md#users). */
export const isOperator = (caller: Caller | null): boolean => caller !== null && caller.owner === null && mayDo(caller, 'manage')

/** `manage` includes `read`. */
export function mayCall(caller: Caller, access: RouteAccess): boolean {
  return access === 'open' || mayDo(caller, access) || (access === 'read' && mayDo(caller, 'manage'))
}

/** The key of a REST call: in X-API-Key, or as a Bearer token for tools that support nothing else. Never in the URL, because URLs end up in logs. */
export function keyOfHeaders(headers: IncomingMessage['headers']): string | null {
  const value = headers['x-api-key'] ?? /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return typeof value === 'string' && value !== '' && value.length <= KEY_MAX_LENGTH ? value : null
}

/** The key of a streams client: in the same headers, or as `?api-key=`, because browsers cannot set headers there. */
export function keyOfHandshake(request: IncomingMessage, search: URLSearchParams): string | null {
  const inQuery = search.get('api-key')
  return keyOfHeaders(request.headers) ?? (inQuery !== null && inQuery !== '' && inQuery.length <= KEY_MAX_LENGTH ? inQuery : null)
}

/** The password of HTTP Basic, for which browsers prompt. Opens the page when the service listens on a network. */
export function keyOfBasic(headers: IncomingMessage['headers']): string | null {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/.exec(headers.authorization ?? '')
  if (match?.[1] === undefined) return null
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  const key = text.slice(text.indexOf(':') + 1)
  return key !== '' && key.length <= KEY_MAX_LENGTH ? key : null
}

/** Finds the caller of a key on a connection. Synchronous for every key already loaded. */
export function identify(
  ring: ApiKeys,
  connection: Connection,
  key: string | null,
  done: (caller: Caller | null) => void,
  failed: (error: Error) => void,
): void {
  const known = key === null ? null : ring.findOn(connection, key)
  if (known !== null || key === null) return done(known)
  ring.findFresh(key, connection.remoteAddress ?? '').then(done, (error: unknown) => failed(asError(error)))
}

/** The part of a socket that identifies callers. */
export type Connection = object & { readonly remoteAddress?: string | undefined }
