import { section, type ContractCheck } from '../contract-check.ts'
import { metricsPath, tokenPath, UNREAD_TOKENS, type Subject } from '../subject.ts'
import { assertEqual } from '../assertions.ts'

/** docs/api/rest.md#many-tokens-at-once */

type Line = Readonly<Record<string, unknown>>
const parseLines = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

async function readMany(subject: Subject, path: string, tokens: readonly object[]): Promise<Line[]> {
  const answer = await subject.post(path, { tokens })
  assertEqual(answer.status, 200, 'the status')
  return parseLines(answer.body.toString('utf8'))
}
const entry = (network: string, token_address: string) => ({ network, token_address })
const errorOf = (line: Line | undefined): unknown => (line?.['error'] as { code?: unknown } | undefined)?.code

export const linesChecks: readonly ContractCheck[] = [
  ...section('docs/api/rest.md#many-tokens-at-once', [
    [
      'overviews: the record of the single call, and an error of its own for an unread token',
      async (subject) => {
        const token = subject.token('sol')
        const lines = await readMany(subject, '/local/v1/overviews', [entry('sol', token), entry('eth', UNREAD_TOKENS.eth)])
        const [found, unread] = lines.toSorted((a, b) => String(b['network']).localeCompare(String(a['network'])))
        assertEqual(found?.['overview'], await subject.json(metricsPath('sol', token)), 'the overview')
        assertEqual(errorOf(unread), 'token_not_found', 'the error of the unread token')
      },
    ],
    [
      'scans: a token without a scan has an error of its own',
      async (subject) => {
        const [line] = await readMany(subject, '/local/v1/scans', [entry('doge', 'x')])
        assertEqual(errorOf(line), 'unsupported_network', 'the error of an unknown network')
      },
    ],
    [
      'the holders as NDJSON and CSV are those of the record',
      async (subject) => {
        const path = (rest: string): string => tokenPath('/local/v1', 'sol', subject.token('sol'), rest)
        const { holders } = await subject.json<{ holders: unknown[] }>(path('/holders'))
        const { body } = await subject.get(path('/holder-lines'))
        assertEqual(parseLines(body.toString('utf8')), holders, 'the lines')
        const csv = (await subject.get(path('/holder-lines?format=csv'))).body.toString('utf8').trimEnd().split('\n')
        assertEqual(csv.length, holders.length + 1, 'the lines of the CSV with its header')
      },
    ],
  ]),
]
