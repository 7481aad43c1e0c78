import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { nonEmptyText, boolean, list, oneOf, orNull, record, text } from '../shape.ts'
import { atlasPath, metricsPath, NETWORKS } from '../subject.ts'
import { assertThat, skip, assertEqual } from '../assertions.ts'
import { LABELS } from './records.ts'
import { failsWith } from './assert-failure.ts'

/** docs/api/records.md. */

const wallets = (count: number): string => Array.from({ length: count }, (_, n) => `0x${n.toString(16).padStart(64, '0')}`).join(',')
const UNKNOWN_WALLETS = ['e', 'f'].map((digit) => `0x${digit.repeat(64)}`).join(',')
const labelShape = list(record({ address: nonEmptyText, label: orNull(text), tags: list(oneOf(...LABELS), 1), smart_contract: boolean }))

export const smallChecks: readonly ContractCheck[] = section('docs/api/records.md', [
  ...(['distribution', 'snipers', 'clusters'] as const).map((metric): [string, CheckFunction] => [
    `legacy ${metric}: Deprecation: true, and Link to its successor`,
    async (subject) => {
      const token = subject.token('sol')
      const { headers } = await subject.get(atlasPath('sol', token, `/metrics/${metric}`))
      assertEqual(headers['deprecation'], 'true', 'Deprecation')
      assertEqual(headers['link'], `<${metricsPath('sol', token, `/${metric}`)}>; rel="successor-version"`, 'Link')
    },
  ]),
  [
    'the successors are not deprecated',
    async (subject) => assertEqual((await subject.get(metricsPath('sol', subject.token('sol')))).headers['deprecation'] ?? null, null, 'Deprecation'),
  ],
  [
    'legacy distribution and clusters on every network',
    async (subject) => {
      for (const { network, token } of subject.tokensOn(NETWORKS))
        for (const metric of ['distribution', 'clusters'])
          assertEqual(
            await subject.json(atlasPath(network, token, `/metrics/${metric}`)),
            await subject.json(metricsPath(network, token, `/${metric}`)),
            metric,
          )
    },
  ],
  [
    'legacy snipers are 422 where the new ones are',
    failsWith(422, ['unsupported_network'], (subject) => subject.get(atlasPath('eth', subject.token('eth'), '/metrics/snipers'))),
  ],
  [
    'labels: { address, label, tags, smart_contract }, unlabelled addresses omitted',
    async (subject) => {
      const answer = await subject.json<{ address: string }[]>(`/labels/v1/sol/${subject.traded.pool ?? subject.token('sol')}`)
      labelShape(answer, 'the labels')
      assertEqual(await subject.json(`/labels/v1/sui/${UNKNOWN_WALLETS}`), [], 'labels of unknown wallets')
    },
  ],
  [
    'labels: known addresses in request order, each once',
    async (subject) => {
      const burn = '0x000000000000000000000000000000000000dead'
      const zero = '0x0000000000000000000000000000000000000000'
      const known = await subject.json<{ address: string }[]>(`/labels/v1/eth/${[burn, zero, burn].join(',')}`)
      if (known.length === 0) skip('the server labels no burn address')
      labelShape(known, 'the labels')
      assertEqual(
        known.map(({ address }) => address),
        [burn, zero].filter((address) => known.some((row) => row.address === address)),
        'the order',
      )
      const turned = await subject.json<{ address: string }[]>(`/labels/v1/eth/${[zero, burn].join(',')}`)
      assertEqual(
        turned.map(({ address }) => address),
        known.map(({ address }) => address).toReversed(),
        'the reversed order',
      )
    },
  ],
  [
    'labels: up to 100',
    async (subject) => assertThat((await subject.get(`/labels/v1/sui/${wallets(100)}`)).status === 200, '100 addresses should be accepted'),
  ],
  [
    'labels: in any case, answered in lower case',
    async (subject) => {
      const burn = '0x000000000000000000000000000000000000dEaD'
      assertEqual(await subject.json(`/labels/v1/eth/${burn}`), await subject.json(`/labels/v1/eth/${burn.toLowerCase()}`), 'the labels')
    },
  ],
  ['labels: a malformed address is 422', failsWith(422, ['validation_error'], (subject) => subject.get('/labels/v1/eth/hello'))],
  ['labels: 101 addresses are 422', failsWith(422, ['validation_error'], (subject) => subject.get(`/labels/v1/sui/${wallets(101)}`))],
  ['an unknown network is 422', failsWith(422, ['unsupported_network'], (subject) => subject.get('/labels/v1/tron/x'))],
  [
    '/openapi.json is OpenAPI 3.1 and names every documented path',
    async (subject) => {
      const { openapi, paths } = await subject.json<{ openapi: string; paths: Record<string, unknown> }>('/openapi.json')
      assertThat(openapi.startsWith('3.1'), `openapi should be 3.1, but is ${openapi}`)
      const metrics = ['', '/distribution', '/snipers', '/clusters', '/bundlers', '/insiders'].map(
        (rest) => `/dex-metrics/v1/{network}/{token_address}${rest}`,
      )
      const snapshots = ['', '/latest', '/{timestamp}'].map((rest) => `/atlas/v1/{network}/{token_address}/snapshots${rest}`)
      for (const path of [
        ...metrics,
        ...snapshots,
        '/scanner/v1/tokens/{network}/{token_address}',
        '/dex/v1/{network}/trades',
        '/labels/v1/{network}/{addresses}',
      ]) {
        assertThat(Object.hasOwn(paths, path), `${path} is missing`)
      }
    },
  ],
  [
    '/asyncapi.json describes the streams',
    async (subject) => {
      const description = JSON.stringify(await subject.json('/asyncapi.json'))
      for (const stream of ['dex_trades', 'scanner', 'clusters', 'insiders', 'bundlers', 'snipers', 'dex_metrics'])
        assertThat(description.includes(stream), `${stream} is missing`)
    },
  ],
  [
    '/docs shows both, offline',
    async (subject) => {
      const { headers, body } = await subject.get('/docs')
      assertThat(/^text\/html\b/.test(headers['content-type'] ?? ''), 'the docs should be HTML')
      assertThat(!/(?:src|href)="(?:https?:)?\/\//.test(body.toString('utf8')), 'the page should not load external resources')
    },
  ],
])
