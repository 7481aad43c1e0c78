import { createHash } from 'node:crypto'
import { section, type LineCheck, type SpecLine } from '../line.ts'
import { solOverview } from '../subject.ts'
import { hold, notApplicable, same } from '../verdict.ts'
import { status } from './endpoints.ts'
import { fails, parsed } from './fails.ts'

/** docs/api/rest.md#keys, over REST. */

export const keyLines: readonly SpecLine[] = section('docs/api/rest.md#keys', [
  ...['/health', '/openapi.json', '/asyncapi.json', '/docs'].map((path): [string, LineCheck] => [
    `open without a key: ${path}`,
    async (subject) => status(await subject.askWithout(path), 200, path),
  ]),
  [
    'a key in the query is no key on REST',
    fails(401, ['unauthorized'], (subject) => subject.askWithout(`${solOverview(subject)}?api-key=${subject.key}`)),
  ],
  [
    'random 256-bit, with the permissions asked for',
    async (subject) => {
      if (!subject.mayWrite) notApplicable('the suite may make no key here')
      const permissions = ['read', 'firehose', 'manage']
      const made = parsed(await subject.post('/local/v1/keys', { name: 'conformance, of all permissions', permissions }))
      status(await subject.ask(`/local/v1/keys/${String(made['id'])}`, { method: 'DELETE' }), 200, 'revoking')
      same(made['permissions'], permissions, 'permissions')
      const random = String(made['key']).replace(/^[a-z]+_/, '')
      hold(Buffer.from(random, 'base64url').length >= 32, `a key should hold 256 bits, and holds ${random.length} characters`)
    },
  ],
  [
    'stored as SHA-256 and shown once: no list carries a key or its hash',
    async (subject) => {
      const { body } = await subject.ask('/local/v1/keys')
      const listed = body.toString('utf8')
      for (const key of [subject.key, subject.readerKey]) {
        hold(!listed.includes(key) && !listed.includes(createHash('sha256').update(key).digest('hex')), 'the list of keys should hold neither')
      }
    },
  ],
  [
    'a revoked key is no key any more',
    async (subject) => {
      if (!subject.mayWrite) notApplicable('the suite may make no key here')
      const made = parsed(await subject.post('/local/v1/keys', { name: 'conformance, to be revoked', permissions: ['read'] }))
      const headers = { 'x-api-key': String(made['key']) }
      status(await subject.ask('/local/v1/tokens', { headers }), 200, 'a call with the new key')
      status(await subject.ask(`/local/v1/keys/${String(made['id'])}`, { method: 'DELETE' }), 200, 'revoking')
      status(await subject.ask('/local/v1/tokens', { headers }), 401, 'a call with the revoked key')
    },
  ],
])
