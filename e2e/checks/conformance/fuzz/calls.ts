import type { SeededRandom } from './seeded-random.ts'
import type { Operation } from './description.ts'
import { brokenText, hostileText, hostileValue } from './values.ts'
import type { RequestOptions } from '../../../../src-main/server/testing/http-client.ts'

/** Valid values by parameter or field name, so some calls pass validation and reach the handlers. */
export type ValidValues = Readonly<Record<string, readonly string[]>>

export interface FuzzCall extends RequestOptions {
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

/** Makes one call of an operation with mostly hostile and some valid values. */
export function makeCall(random: SeededRandom, operation: Operation, valid: ValidValues, key: string): FuzzCall {
  // Some calls are mostly valid, because only these reach the handlers.
  const hostility = random.pick([0.1, 0.5, 1])
  const valueOf = (name: string): string => {
    const known = valid[name]
    return known === undefined || random.happens(hostility) ? hostileText(random) : random.pick(known)
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeValue(random, valueOf(name)))
  const query = operation.query.filter(() => random.happens(0.6)).map((name) => `${name}=${encodeValue(random, valueOf(name))}`)
  if (random.happens(0.1)) query.push(`${encodeURIComponent(hostileText(random))}=${encodeURIComponent(hostileText(random))}`)
  if (random.happens(0.1) && query[0] !== undefined) query.push(query[0])
  const headers: Record<string, string> = { 'x-api-key': key }
  if (random.happens(0.25)) {
    const [name, values] = random.pick(HOSTILE_HEADERS)
    headers[name] = random.pick(values)
  }
  const call: FuzzCall = { method: operation.method, path: path + (query.length > 0 ? `?${query.join('&')}` : ''), headers }
  if (operation.fields === null) return call
  headers['content-type'] ??= 'application/json'
  return { ...call, headers, body: makeBody(random, operation.fields, valid, hostility) }
}

/** Percent-encodes the value, or sometimes keeps it raw if HTTP allows that. */
function encodeValue(random: SeededRandom, value: string): string {
  return random.happens(0.2) && /^[\x21-\x7e]+$/.test(value) ? value.replaceAll('#', '') : encodeURIComponent(value.toWellFormed())
}

function makeBody(random: SeededRandom, fields: readonly string[], valid: ValidValues, hostility: number): string {
  if (random.happens(0.15)) return brokenText(random)
  if (random.happens(0.1)) return JSON.stringify(hostileValue(random))
  const value: Record<string, unknown> = {}
  for (const name of fields) {
    const known = valid[name]
    if (known === undefined || random.happens(hostility)) value[name] = hostileValue(random)
    else value[name] = random.pick(known)
  }
  if (random.happens(0.2)) value[hostileText(random)] = hostileValue(random)
  return JSON.stringify(value)
}
