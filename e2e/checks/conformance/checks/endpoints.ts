import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { atlasPath, FULL_NETWORKS, metricsPath, NETWORKS, tokenPath, UNREAD_TOKENS, type Network, type Subject } from '../subject.ts'
import { assertThat, skip, assertEqual } from '../assertions.ts'
import type { Answer } from '../../../../src-main/server/testing/http-client.ts'

/** docs/api/rest.md: routes, authentication, errors, limits and versioning. */

const METRICS = ['', '/distribution', '/clusters'] as const
const FULL_METRICS = ['/snipers', '/bundlers', '/insiders'] as const

export function assertStatus(answer: Answer, expected: number, what: string): void {
  assertThat(
    answer.status === expected,
    `${what} should return ${expected}, but returned ${answer.status} ${answer.body.toString('utf8').slice(0, 160)}`,
  )
}

const answersJson =
  (rest: string, network: Network): CheckFunction =>
  async (subject) => {
    const answer = await subject.get(metricsPath(network, subject.token(network), rest))
    assertStatus(answer, 200, 'the call')
    assertThat(
      /^application\/json\b/.test(answer.headers['content-type'] ?? ''),
      `the response should be JSON, but is ${answer.headers['content-type']}`,
    )
    JSON.parse(answer.body.toString('utf8'))
  }

/** A network without the metric is rejected before the token is validated. */
const rejectsMetric =
  (rest: string, network: Network): CheckFunction =>
  async (subject) => {
    for (const token of [UNREAD_TOKENS[network], 'nonsense'])
      assertStatus(await subject.get(metricsPath(network, token, rest)), 422, `${network}${rest}`)
  }

const pathsThatNeedKey = (subject: Subject): string[] => [
  ...[...METRICS, ...FULL_METRICS].map((rest) => metricsPath('sol', UNREAD_TOKENS.sol, rest)),
  ...['/snapshots', '/snapshots/latest', '/snapshots/1'].map((rest) => atlasPath('sol', UNREAD_TOKENS.sol, rest)),
  tokenPath('/scanner/v1/tokens', 'sol', UNREAD_TOKENS.sol),
  ...['distribution', 'snipers', 'clusters'].map((metric) => atlasPath('sol', UNREAD_TOKENS.sol, `/metrics/${metric}`)),
  `/dex/v1/sol/trades?token=${subject.traded.token}`,
  `/labels/v1/sol/${UNREAD_TOKENS.sol}`,
]

async function newestSnapshot(subject: Subject): Promise<{ network: Network; token: string; listed: number[] }> {
  for (const { network, token } of subject.tokensOn(NETWORKS)) {
    const { snapshots } = await subject.json<{ snapshots: number[] }>(atlasPath(network, token, '/snapshots'))
    if (snapshots.length > 0) return { network, token, listed: snapshots }
  }
  return skip('no token of the server has a snapshot')
}

export const endpointChecks: readonly ContractCheck[] = [
  ...section('docs/api/rest.md#holder-metrics', [
    ...NETWORKS.flatMap((network) =>
      METRICS.map((rest): [string, CheckFunction] => [`GET /dex-metrics/v1/${network}/{token_address}${rest}`, answersJson(rest, network)]),
    ),
    ...NETWORKS.flatMap((network) =>
      FULL_METRICS.map((rest): [string, CheckFunction] => {
        const supported = FULL_NETWORKS.includes(network)
        return [
          `GET /dex-metrics/v1/${network}/{token_address}${rest}${supported ? '' : ': 422'}`,
          supported ? answersJson(rest, network) : rejectsMetric(rest, network),
        ]
      }),
    ),
    [
      'rule 1: no cluster data is total_cluster_pct 0.0 and an empty array',
      async (subject) => {
        const answer = await subject.get(metricsPath('sol', UNREAD_TOKENS.sol, '/clusters'))
        if (answer.status === 503) skip('the server reads unread tokens from a node')
        assertStatus(answer, 200, 'clusters of an unread token')
        assertEqual(JSON.parse(answer.body.toString('utf8')), { total_cluster_pct: 0, clusters: [] }, 'clusters of an unread token')
      },
    ],
    [
      'every path is GET: another method is 405',
      async (subject) => {
        for (const path of pathsThatNeedKey(subject))
          for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) assertStatus(await subject.request(path, { method }), 405, `${method} ${path}`)
      },
    ],
    [
      'unknown query parameters change nothing',
      async (subject) => {
        const path = metricsPath('sol', subject.token('sol'))
        assertEqual(await subject.json(`${path}?colour=blue`), await subject.json(path), 'the overview')
      },
    ],
  ]),
  ...section('docs/api/rest.md#snapshots', [
    [
      'the list: { snapshots: [integer timestamps] }',
      async (subject) => {
        const { listed } = await newestSnapshot(subject)
        assertThat(listed.every(Number.isSafeInteger), 'every listed timestamp should be an integer')
        assertEqual(
          listed,
          listed.toSorted((a, b) => a - b),
          'the list',
        )
      },
    ],
    [
      'latest: the most recent full snapshot',
      async (subject) => {
        const { network, token, listed } = await newestSnapshot(subject)
        assertEqual((await subject.json<{ timestamp: number }>(atlasPath(network, token, '/snapshots/latest'))).timestamp, listed.at(-1), 'timestamp')
      },
    ],
    [
      'by timestamp: the snapshot of each listed value',
      async (subject) => {
        const { network, token, listed } = await newestSnapshot(subject)
        for (const at of listed.slice(0, 5))
          assertEqual((await subject.json<{ timestamp: number }>(atlasPath(network, token, `/snapshots/${at}`))).timestamp, at, 'timestamp')
      },
    ],
    [
      'a list on every network, JSON',
      async (subject) => {
        for (const network of NETWORKS) {
          const answer = await subject.get(atlasPath(network, UNREAD_TOKENS[network], '/snapshots'))
          assertStatus(answer, 200, network)
          assertThat(/^application\/json\b/.test(answer.headers['content-type'] ?? ''), `the list should be JSON on ${network}`)
        }
      },
    ],
    [
      'timestamp is an integer: 422 otherwise',
      async (subject) => {
        for (const text of ['abc', '1.5', '-1', '1e9', '0x5f5e100', '%20', '99999999999999999999'])
          assertStatus(await subject.get(atlasPath('sol', subject.token('sol'), `/snapshots/${text}`)), 422, `the timestamp ${text}`)
      },
    ],
    [
      'timestamp must equal a listed value: 404 otherwise',
      async (subject) => {
        const { network, token, listed } = await newestSnapshot(subject)
        assertStatus(await subject.get(atlasPath(network, token, `/snapshots/${(listed.at(-1) ?? 0) + 1}`)), 404, 'an unlisted timestamp')
      },
    ],
  ]),
  ...section('docs/api/rest.md#authentication', [
    [
      'every REST path needs X-API-Key',
      async (subject) => {
        for (const path of pathsThatNeedKey(subject)) assertStatus(await subject.requestWithoutKey(path), 401, `${path} without a key`)
      },
    ],
    [
      'the key is checked first: an invalid address or network without a key is 401',
      async (subject) => {
        for (const path of [metricsPath('sol', 'hello'), '/dex/v1/sol/trades', '/labels/v1/tron/x', '/scanner/v1/tokens/tron/x'])
          assertStatus(await subject.requestWithoutKey(path), 401, `${path} without a key`)
      },
    ],
    [
      'a wrong key is 401',
      async (subject) => {
        for (const path of pathsThatNeedKey(subject))
          assertStatus(await subject.requestWithoutKey(path, { headers: { 'x-api-key': 'hs_wrong' } }), 401, path)
      },
    ],
  ]),
  ...section('docs/api/rest.md#errors', [
    ...(['eth', 'base', 'bsc'] as const).flatMap((network) =>
      FULL_METRICS.map((rest): [string, CheckFunction] => [`${rest.slice(1)} on ${network}: HTTP 422`, rejectsMetric(rest, network)]),
    ),
  ]),
  ...section('docs/api/rest.md#versioning', [
    ...(['distribution', 'snipers', 'clusters'] as const).map((metric): [string, CheckFunction] => [
      `/atlas/v1/{network}/{token_address}/metrics/${metric} continues to work`,
      async (subject) => {
        const token = subject.token('sol')
        assertEqual(
          await subject.json(atlasPath('sol', token, `/metrics/${metric}`)),
          await subject.json(metricsPath('sol', token, `/${metric}`)),
          metric,
        )
      },
    ]),
  ]),
]
