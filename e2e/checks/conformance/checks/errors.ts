import { section, type ContractCheck } from '../contract-check.ts'
import { nonEmptyText } from '../shape.ts'
import { metricsPath, NETWORKS, solOverview, tokenPath, UNREAD_TOKENS, type Subject } from '../subject.ts'
import { assertThat, skip, assertEqual } from '../assertions.ts'
import type { Answer, RequestOptions } from '../../../../src-main/server/testing/http-client.ts'
import { assertStatus } from './endpoints.ts'
import { failsWith, parseBody } from './assert-failure.ts'

/** docs/api/rest.md#errors, over REST. */

const postJob = (subject: Subject, options: RequestOptions): Promise<Answer> => subject.request('/local/v1/jobs', { method: 'POST', ...options })
const JSON_TYPE = { 'content-type': 'application/json' }

export const errorChecks: readonly ContractCheck[] = section('docs/api/rest.md#errors', [
  [
    '401 unauthorized, WWW-Authenticate: ApiKey and Bearer',
    failsWith(
      401,
      ['unauthorized'],
      (subject) => subject.requestWithoutKey(solOverview(subject)),
      ({ headers }) => assertEqual(headers['www-authenticate'], 'ApiKey, Bearer realm="Holderscope"', 'WWW-Authenticate'),
    ),
  ],
  [
    '403 forbidden: permission missing',
    failsWith(403, ['forbidden'], (subject) => subject.request('/local/v1/keys', { headers: { 'x-api-key': subject.readerKey } })),
  ],
  [
    '403 forbidden_origin',
    failsWith(403, ['forbidden_origin'], (subject) => subject.request('/health', { headers: { origin: 'https://evil.example' } })),
  ],
  ['403 forbidden_host', failsWith(403, ['forbidden_host'], (subject) => subject.request('/health', { headers: { host: 'evil.example' } }))],
  [
    '404 token_not_found: never a made-up record',
    async (subject) => {
      for (const path of [
        metricsPath('sol', UNREAD_TOKENS.sol),
        metricsPath('sol', UNREAD_TOKENS.sol, '/distribution'),
        tokenPath('/scanner/v1/tokens', 'sol', UNREAD_TOKENS.sol),
      ]) {
        if ((await subject.get(path)).status === 503) skip('the server reads unread tokens from a node')
        await failsWith(404, ['token_not_found'], () => subject.get(path))(subject)
      }
    },
  ],
  [
    '404 snapshot_not_found',
    failsWith(404, ['snapshot_not_found'], (subject) => subject.get(tokenPath('/atlas/v1', 'sol', subject.token('sol'), '/snapshots/1'))),
  ],
  [
    'CORS: the preflight of an allowed Origin lists every method and X-API-Key',
    async (subject) => {
      const { paths } = await subject.json<{ paths: Record<string, object> }>('/openapi.json')
      const methods = new Set(Object.values(paths).flatMap((path) => Object.keys(path).map((method) => method.toUpperCase())))
      const headers = { origin: subject.url, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-api-key' }
      const preflight = await subject.requestWithoutKey(solOverview(subject), { method: 'OPTIONS', headers })
      assertStatus(preflight, 204, 'the preflight')
      assertEqual(preflight.headers['access-control-allow-origin'], subject.url, 'Access-Control-Allow-Origin')
      const allowed = String(preflight.headers['access-control-allow-methods']).split(', ')
      const missing = [...methods].filter((method) => !allowed.includes(method))
      assertThat(missing.length === 0, `the preflight should allow ${missing.join(', ')}`)
      assertThat(/\bX-API-Key\b/i.test(String(preflight.headers['access-control-allow-headers'])), 'the preflight should allow X-API-Key')
      const answer = await subject.request(solOverview(subject), { headers: { origin: subject.url } })
      assertEqual([answer.status, answer.headers['access-control-allow-origin']], [200, subject.url], 'status and Access-Control-Allow-Origin')
    },
  ],
  ['404 not_found', failsWith(404, ['not_found'], (subject) => subject.get('/nowhere'))],
  [
    '405 method_not_allowed, with Allow',
    failsWith(
      405,
      ['method_not_allowed'],
      (subject) => subject.request(solOverview(subject), { method: 'POST' }),
      ({ headers }) => nonEmptyText(headers.allow, 'Allow'),
    ),
  ],
  [
    '413 too_large: an address longer than on any network',
    failsWith(413, ['too_large'], (subject) => subject.get(metricsPath('sol', 'x'.repeat(2_000)))),
  ],
  [
    '413 too_large: a body above the limit',
    failsWith(413, ['too_large'], (subject) => postJob(subject, { headers: JSON_TYPE, body: ' '.repeat(100_000) })),
  ],
  [
    '415 unsupported_media_type',
    failsWith(415, ['unsupported_media_type'], (subject) => postJob(subject, { headers: { 'content-type': 'text/plain' }, body: '{}' })),
  ],
  ['422 validation_error: path', failsWith(422, ['validation_error'], (subject) => subject.get(metricsPath('sol', 'hello')))],
  ['422 validation_error: query', failsWith(422, ['validation_error'], (subject) => subject.get('/dex/v1/sol/trades'))],
  ['422 validation_error: body', failsWith(422, ['validation_error'], (subject) => postJob(subject, { headers: JSON_TYPE, body: '{"kind":' }))],
  [
    '422 unsupported_network: on every family of paths',
    async (subject) => {
      for (const path of [
        metricsPath('doge' as 'sol', 'x'),
        tokenPath('/atlas/v1', 'doge' as 'sol', 'x', '/snapshots/latest'),
        tokenPath('/scanner/v1/tokens', 'doge' as 'sol', 'x'),
        '/dex/v1/doge/trades?token=x',
        '/labels/v1/doge/x',
      ])
        await failsWith(422, ['unsupported_network'], () => subject.get(path))(subject)
    },
  ],
  [
    '422 validation_error: detail lists location and message of each issue',
    failsWith(
      422,
      ['validation_error'],
      (subject) => subject.get('/dex/v1/sol/trades?token=x&limit=many&sort=up'),
      (answer) =>
        assertEqual(
          (parseBody(answer)['detail'] as { loc: unknown[] }[]).map(({ loc }) => loc.join('.')).toSorted(),
          ['query.limit', 'query.sort'],
          'loc',
        ),
    ),
  ],
  [
    '422 unsupported_network: the message lists the five networks',
    failsWith(
      422,
      ['unsupported_network'],
      (subject) => subject.get(metricsPath('doge' as 'sol', UNREAD_TOKENS.sol)),
      (answer) => {
        assertThat(
          NETWORKS.every((network) => String(parseBody(answer)['detail']).includes(network)),
          'the message should list the networks',
        )
      },
    ),
  ],
  [
    '503 source_unavailable with Retry-After: a network without a source',
    async (subject) => {
      const { body } = await subject.request('/local/v1/status')
      const sources = (parseBody({ body } as Answer)['sources'] ?? []) as { network: string; endpoints: string[] }[]
      const unset = sources.find(({ endpoints }) => endpoints.length === 0)?.network
      if (unset === undefined) return skip('every network of the server has a source')
      const job = { kind: 'read', network: unset, token_address: UNREAD_TOKENS[unset as 'sol'] }
      await failsWith(
        503,
        ['source_unavailable'],
        () => postJob(subject, { headers: JSON_TYPE, body: JSON.stringify(job) }),
        ({ headers }) => nonEmptyText(headers['retry-after'], 'Retry-After'),
      )(subject)
    },
  ],
  [
    'no source: the snapshot list of an unread token is empty',
    async (subject) => assertEqual(await subject.json(tokenPath('/atlas/v1', 'sol', UNREAD_TOKENS.sol, '/snapshots')), { snapshots: [] }, 'the list'),
  ],
])
