import { section, type SpecLine } from '../line.ts'
import { filled } from '../shape.ts'
import { metricsPath, NETWORKS, solOverview, tokenPath, UNREAD, type Subject } from '../subject.ts'
import { hold, notApplicable, same } from '../verdict.ts'
import type { Answer, Asked } from '../../../../src-main/server/testing/http-client.ts'
import { status } from './endpoints.ts'
import { fails, parsed } from './fails.ts'

/** docs/api/rest.md#errors, over REST. */

const postJob = (subject: Subject, asked: Asked): Promise<Answer> => subject.ask('/local/v1/jobs', { method: 'POST', ...asked })
const JSON_TYPE = { 'content-type': 'application/json' }

export const errorLines: readonly SpecLine[] = section('docs/api/rest.md#errors', [
  [
    '401 unauthorized, WWW-Authenticate: ApiKey',
    fails(
      401,
      ['unauthorized'],
      (subject) => subject.askWithout(solOverview(subject)),
      ({ headers }) => same(headers['www-authenticate'], 'ApiKey', 'WWW-Authenticate'),
    ),
  ],
  [
    '403 forbidden: permission missing',
    fails(403, ['forbidden'], (subject) => subject.ask('/local/v1/keys', { headers: { 'x-api-key': subject.readerKey } })),
  ],
  ['403 forbidden_origin', fails(403, ['forbidden_origin'], (subject) => subject.ask('/health', { headers: { origin: 'https://evil.example' } }))],
  ['403 forbidden_host', fails(403, ['forbidden_host'], (subject) => subject.ask('/health', { headers: { host: 'evil.example' } }))],
  [
    '404 token_not_found: never a made-up record',
    async (subject) => {
      for (const path of [
        metricsPath('sol', UNREAD.sol),
        metricsPath('sol', UNREAD.sol, '/distribution'),
        tokenPath('/scanner/v1/tokens', 'sol', UNREAD.sol),
      ]) {
        if ((await subject.get(path)).status === 503) notApplicable('the server reads unread tokens from a node')
        await fails(404, ['token_not_found'], () => subject.get(path))(subject)
      }
    },
  ],
  [
    '404 snapshot_not_found',
    fails(404, ['snapshot_not_found'], (subject) => subject.get(tokenPath('/atlas/v1', 'sol', subject.token('sol'), '/snapshots/1'))),
  ],
  [
    'an allowed Origin is shared with: its preflight names every method of the reference and the key',
    async (subject) => {
      const { paths } = await subject.json<{ paths: Record<string, object> }>('/openapi.json')
      const methods = new Set(Object.values(paths).flatMap((path) => Object.keys(path).map((method) => method.toUpperCase())))
      const asked = { origin: subject.url, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-api-key' }
      const preflight = await subject.askWithout(solOverview(subject), { method: 'OPTIONS', headers: asked })
      status(preflight, 204, 'the preflight')
      same(preflight.headers['access-control-allow-origin'], subject.url, 'Access-Control-Allow-Origin')
      const allowed = String(preflight.headers['access-control-allow-methods']).split(', ')
      const missing = [...methods].filter((method) => !allowed.includes(method))
      hold(missing.length === 0, `the preflight should allow ${missing.join(', ')}`)
      hold(/\bX-API-Key\b/i.test(String(preflight.headers['access-control-allow-headers'])), 'the preflight should allow X-API-Key')
      const answer = await subject.ask(solOverview(subject), { headers: { origin: subject.url } })
      same([answer.status, answer.headers['access-control-allow-origin']], [200, subject.url], 'the answer and whom it is shared with')
    },
  ],
  ['404 not_found', fails(404, ['not_found'], (subject) => subject.get('/nowhere'))],
  [
    '405 method_not_allowed, with Allow',
    fails(
      405,
      ['method_not_allowed'],
      (subject) => subject.ask(solOverview(subject), { method: 'POST' }),
      ({ headers }) => filled(headers.allow, 'Allow'),
    ),
  ],
  ['413 too_large: an address no network has', fails(413, ['too_large'], (subject) => subject.get(metricsPath('sol', 'x'.repeat(2_000))))],
  [
    '413 too_large: a body beyond the limit',
    fails(413, ['too_large'], (subject) => postJob(subject, { headers: JSON_TYPE, body: ' '.repeat(100_000) })),
  ],
  [
    '415 unsupported_media_type',
    fails(415, ['unsupported_media_type'], (subject) => postJob(subject, { headers: { 'content-type': 'text/plain' }, body: '{}' })),
  ],
  ['422 validation_error: path', fails(422, ['validation_error'], (subject) => subject.get(metricsPath('sol', 'hello')))],
  ['422 validation_error: query', fails(422, ['validation_error'], (subject) => subject.get('/dex/v1/sol/trades'))],
  ['422 validation_error: body', fails(422, ['validation_error'], (subject) => postJob(subject, { headers: JSON_TYPE, body: '{"kind":' }))],
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
        await fails(422, ['unsupported_network'], () => subject.get(path))(subject)
    },
  ],
  [
    '422 validation_error: detail says where, and what is wrong, in a list',
    fails(
      422,
      ['validation_error'],
      (subject) => subject.get('/dex/v1/sol/trades?token=x&limit=many&sort=up'),
      (answer) =>
        same((parsed(answer)['detail'] as { loc: unknown[] }[]).map(({ loc }) => loc.join('.')).toSorted(), ['query.limit', 'query.sort'], 'loc'),
    ),
  ],
  [
    '422 unsupported_network: the message names the five',
    fails(
      422,
      ['unsupported_network'],
      (subject) => subject.get(metricsPath('doge' as 'sol', UNREAD.sol)),
      (answer) => {
        hold(
          NETWORKS.every((network) => String(parsed(answer)['detail']).includes(network)),
          'the message should list the networks',
        )
      },
    ),
  ],
  [
    '503 source_unavailable with Retry-After: a network without a source',
    async (subject) => {
      const { body } = await subject.ask('/local/v1/status')
      const sources = (parsed({ body } as Answer)['sources'] ?? []) as { network: string; endpoints: string[] }[]
      const unset = sources.find(({ endpoints }) => endpoints.length === 0)?.network
      if (unset === undefined) return notApplicable('every network of the server has a source')
      const asked = { kind: 'read', network: unset, token_address: UNREAD[unset as 'sol'] }
      await fails(
        503,
        ['source_unavailable'],
        () => postJob(subject, { headers: JSON_TYPE, body: JSON.stringify(asked) }),
        ({ headers }) => filled(headers['retry-after'], 'Retry-After'),
      )(subject)
    },
  ],
  [
    'no source: the snapshot list of an unread token is empty',
    async (subject) => same(await subject.json(tokenPath('/atlas/v1', 'sol', UNREAD.sol, '/snapshots')), { snapshots: [] }, 'the list'),
  ],
])
