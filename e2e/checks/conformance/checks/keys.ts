import { createHash } from 'node:crypto'
import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { solOverview } from '../subject.ts'
import { assertThat, skip, assertEqual } from '../assertions.ts'
import { assertStatus } from './endpoints.ts'
import { failsWith, parseBody } from './assert-failure.ts'

/** docs/api/rest.md#keys, over REST. */

export const keyChecks: readonly ContractCheck[] = section('docs/api/rest.md#keys', [
  ...['/health', '/openapi.json', '/asyncapi.json', '/docs'].map((path): [string, CheckFunction] => [
    `open without a key: ${path}`,
    async (subject) => assertStatus(await subject.requestWithoutKey(path), 200, path),
  ]),
  [
    'a key in the query is rejected on REST',
    failsWith(401, ['unauthorized'], (subject) => subject.requestWithoutKey(`${solOverview(subject)}?api-key=${subject.key}`)),
  ],
  [
    'the key as Authorization: Bearer, on REST and on /metrics',
    async (subject) => {
      for (const path of ['/local/v1/tokens', '/metrics']) {
        const as = (key: string) => subject.requestWithoutKey(path, { headers: { authorization: `Bearer ${key}` } })
        assertStatus(await as(subject.key), 200, path)
        assertStatus(await as(`${subject.key}x`), 401, `${path} with another key`)
      }
    },
  ],
  [
    'a new key has 256 random bits and the requested permissions',
    async (subject) => {
      if (!subject.mayWrite) skip('the suite may not create keys here')
      const permissions = ['read', 'firehose', 'manage']
      const made = parseBody(await subject.post('/local/v1/keys', { name: 'conformance, of all permissions', permissions }))
      assertStatus(await subject.request(`/local/v1/keys/${String(made['id'])}`, { method: 'DELETE' }), 200, 'revoking')
      assertEqual(made['permissions'], permissions, 'permissions')
      const random = String(made['key']).replace(/^[a-z]+_/, '')
      assertThat(Buffer.from(random, 'base64url').length >= 32, `a key should hold 256 bits, and holds ${random.length} characters`)
    },
  ],
  [
    'stored as SHA-256 and shown once: no list carries a key or its hash',
    async (subject) => {
      const { body } = await subject.request('/local/v1/keys')
      const listed = body.toString('utf8')
      for (const key of [subject.key, subject.readerKey]) {
        assertThat(!listed.includes(key) && !listed.includes(createHash('sha256').update(key).digest('hex')), 'the list of keys should hold neither')
      }
    },
  ],
  [
    'a revoked key is rejected',
    async (subject) => {
      if (!subject.mayWrite) skip('the suite may make no key here')
      const made = parseBody(await subject.post('/local/v1/keys', { name: 'conformance, to be revoked', permissions: ['read'] }))
      const headers = { 'x-api-key': String(made['key']) }
      assertStatus(await subject.request('/local/v1/tokens', { headers }), 200, 'a call with the new key')
      assertStatus(await subject.request(`/local/v1/keys/${String(made['id'])}`, { method: 'DELETE' }), 200, 'revoking')
      assertStatus(await subject.request('/local/v1/tokens', { headers }), 401, 'a call with the revoked key')
    },
  ],
])
