import { openSocket } from '../../../src-main/server/testing/frame-socket.ts'
import { sendRequest, type RequestOptions } from '../../../src-main/server/testing/http-client.ts'
import type { RunningService } from '../../fixtures/service.ts'
import { check, type Attack } from './attack.ts'

interface Probe extends RequestOptions {
  readonly path: string
  /** Sends the service's own key. */
  readonly known?: boolean
}

const MIB = 1024 * 1024
const json = { 'content-type': 'application/json' }
const TOKEN = `0x${'a'.repeat(40)}`

/** Requests that must be refused with a status of 4xx. */
const PROBES: Readonly<Record<string, Probe>> = {
  'a foreign Host': { path: '/local/v1/tokens', headers: { host: 'evil.example' }, known: true },
  'a Host that resolves to this machine': { path: '/', headers: { host: '127.0.0.1.evil.example:4690' } },
  'a foreign Origin': { path: '/local/v1/tokens', headers: { origin: 'https://evil.example' }, known: true },
  'the null Origin': { path: '/local/v1/tokens', headers: { origin: 'null' }, known: true },
  'a foreign Origin that starts a read': {
    path: '/local/v1/jobs',
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
    body: '{}',
    known: true,
  },
  'no key': { path: '/local/v1/tokens' },
  'an unknown key': { path: '/local/v1/tokens', headers: { 'x-api-key': 'hs_unknown' } },
  'a key as long as a header may be': { path: '/local/v1/tokens', headers: { 'x-api-key': 'k'.repeat(12_000) } },
  'keys without a key': { path: '/local/v1/keys' },
  'a new key without a key': { path: '/local/v1/keys', method: 'POST', headers: json, body: '{"name":"a","permissions":["manage"]}' },
  'a path out of the page': { path: '/assets/../../../../etc/passwd' },
  'an encoded path out of the page': { path: '/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd' },
  'a path with a null byte': { path: '/assets/%00' },
  'a path of 15,000 characters': { path: `/local/v1/eth/${'a'.repeat(15_000)}`, known: true },
  'a broken escape': { path: '/local/v1/eth/%E0%A4%A', known: true },
  'a method of its own': { path: '/health', method: 'PROPFIND' },
  TRACE: { path: '/health', method: 'TRACE' },
  'DELETE of a token that is not stored': { path: `/local/v1/eth/${TOKEN}`, method: 'DELETE', known: true },
  'an unknown network': { path: `/local/v1/__proto__/${TOKEN}`, known: true },
  'a body of a million nested arrays': { path: '/local/v1/jobs', method: 'POST', headers: json, body: '['.repeat(MIB), known: true },
  'a body that is larger than allowed': { path: '/local/v1/jobs', method: 'POST', headers: json, body: `"${'a'.repeat(8 * MIB)}"`, known: true },
  'a body with a prototype': { path: '/local/v1/jobs', method: 'POST', headers: json, body: '{"__proto__":{"kind":"read"}}', known: true },
  'a body that is not UTF-8': { path: '/local/v1/jobs', method: 'POST', headers: json, body: Buffer.from([0xff, 0xfe, 0x80]), known: true },
  'an import of nothing but brackets': {
    path: '/local/v1/imports',
    method: 'POST',
    headers: { ...json, 'x-file-name': 'a.json' },
    body: '['.repeat(MIB),
    known: true,
  },
  'a source that is a file': {
    path: '/local/v1/sources/base',
    method: 'PUT',
    headers: json,
    body: '{"before":[],"endpoints":[{"url":"file:///etc/passwd"}]}',
    known: true,
  },
}

export function probeAttacks(service: RunningService): Attack[] {
  const probes = Object.entries(PROBES).map(([name, { path, known, headers, ...rest }]): Attack => ({
    name: `API: ${name}`,
    async try() {
      const sent = { ...rest, headers: { ...(known === true ? { 'x-api-key': service.key } : {}), ...headers } }
      const answer = await sendRequest(service.url, path, sent).catch((error: unknown) => String(error))
      if (typeof answer === 'string') return check(/ECONNRESET|EPIPE|socket hang up/.test(answer), answer)
      check(answer.status >= 400 && answer.status < 500, `answered ${answer.status}: ${answer.body.toString('utf8', 0, 200)}`)
      check(!/root:|\n\s+at |node_modules/.test(answer.body.toString()), 'the answer shows a file or a stack trace')
    },
  }))
  return [...probes, ...socketAttacks(service)]
}

function socketAttacks({ ws, key }: RunningService): Attack[] {
  const refused = (name: string, headers: Record<string, string>, query = ''): Attack => ({
    name: `socket: ${name}`,
    async try() {
      const socket = await openSocket(`${ws}${query}`, { headers }).catch(() => null)
      check(socket === null, 'the socket was opened')
    },
  })
  return [
    refused('a foreign Origin', { origin: 'https://evil.example', 'x-api-key': key }),
    refused('a foreign Host', { host: 'evil.example', 'x-api-key': key }),
  ]
}
