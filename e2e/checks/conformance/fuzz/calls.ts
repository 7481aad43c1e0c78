import type { Chance } from './chance.ts'
import type { Operation } from './description.ts'
import { brokenText, hostileText, hostileValue } from './values.ts'
import type { Asked } from '../../../../src-main/server/testing/http-client.ts'

/** Values that a call may honestly carry, by the name of the parameter or field, so that some calls reach what lies behind the checks. */
export type Honest = Readonly<Record<string, readonly string[]>>

export interface FuzzCall extends Asked {
  readonly path: string
}

const HOSTILE_HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['accept-encoding', ['gzip', 'br', '*;q=0', 'gzip;q=x', ';;,,', 'x'.repeat(2_000)]],
  ['if-none-match', ['*', '""', 'W/"x"', ','.repeat(500), '"'.repeat(99)]],
  ['origin', ['null', 'http://', 'https://evil.example', 'http://[::1]:99999']],
  ['content-type', ['text/plain', 'application/json; charset=utf-99', 'multipart/form-data; boundary=', ';', 'application/gzip']],
  ['content-encoding', ['gzip', 'br']],
  ['range', ['bytes=0-', 'bytes=-1']],
  ['x-http-method-override', ['DELETE']],
  ['x-forwarded-host', ['evil.example']],
  ['cookie', ['__proto__=1']],
  ['x-api-key', ['', 'hs_', 'x'.repeat(3_000), '__proto__']],
]

/** One call of an operation: most of its values hostile, some honest. */
export function makeCall(chance: Chance, operation: Operation, honest: Honest, key: string): FuzzCall {
  // Half the calls are hostile in one place only: what lies deepest is reached by calls that are nearly right.
  const hostility = chance.pick([0.1, 0.5, 1])
  const valueOf = (name: string): string => {
    const known = honest[name]
    return known === undefined || chance.happens(hostility) ? hostileText(chance) : chance.pick(known)
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(chance, valueOf(name)))
  const query = operation.query.filter(() => chance.happens(0.6)).map((name) => `${name}=${inPath(chance, valueOf(name))}`)
  if (chance.happens(0.1)) query.push(`${encodeURIComponent(hostileText(chance))}=${encodeURIComponent(hostileText(chance))}`)
  if (chance.happens(0.1) && query[0] !== undefined) query.push(query[0])
  const headers: Record<string, string> = { 'x-api-key': key }
  if (chance.happens(0.25)) {
    const [name, values] = chance.pick(HOSTILE_HEADERS)
    headers[name] = chance.pick(values)
  }
  const call: FuzzCall = { method: operation.method, path: path + (query.length > 0 ? `?${query.join('&')}` : ''), headers }
  if (operation.fields === null) return call
  headers['content-type'] ??= 'application/json'
  return { ...call, headers, body: bodyOf(chance, operation.fields, honest, hostility) }
}

/** Encoded as a decent client would, or as it is where the wire can carry it. */
function inPath(chance: Chance, value: string): string {
  return chance.happens(0.2) && /^[\x21-\x7e]+$/.test(value) ? value.replaceAll('#', '') : encodeURIComponent(value.toWellFormed())
}

function bodyOf(chance: Chance, fields: readonly string[], honest: Honest, hostility: number): string {
  if (chance.happens(0.15)) return brokenText(chance)
  if (chance.happens(0.1)) return JSON.stringify(hostileValue(chance))
  const value: Record<string, unknown> = {}
  for (const name of fields) {
    const known = honest[name]
    if (known === undefined || chance.happens(hostility)) value[name] = hostileValue(chance)
    else value[name] = chance.pick(known)
  }
  if (chance.happens(0.2)) value[hostileText(chance)] = hostileValue(chance)
  return JSON.stringify(value)
}
