import type { Subject } from '../subject.ts'
import type { Answer } from '../../../../src-main/server/testing/http-client.ts'
import { makeCall, type FuzzCall, type ValidValues } from './calls.ts'
import { SeededRandom } from './seeded-random.ts'
import { readDescription, type Description, type Operation } from './description.ts'

/** A call whose response breaks the contract. */
export interface Finding {
  readonly operation: string
  readonly call: string
  readonly fault: string
}

export interface RestFindings {
  readonly calls: number
  readonly findings: readonly Finding[]
  /** Number of responses by status, which shows how many calls passed validation. */
  readonly statuses: Readonly<Record<string, number>>
  /** The slowest operations, in milliseconds. */
  readonly slowest: readonly (readonly [operation: string, ms: number])[]
}

const CONCURRENCY = 8
const SLOWEST = 5
/** Parts of stack traces, paths and driver errors, which a response must never contain. */
const INTERNAL_DETAILS = /\bat [^\n]{0,200}:\d+:\d+|node_modules|src-main|out\/main|SQLITE_|ERR_[A-Z]/

/**
 * Calls every operation of the server's OpenAPI document with malformed and hostile values. No response may be a 500, hang, leak
 * internals or break the schemas. The same seed makes the same calls.
 *
 * @param rounds calls of each operation
 */
export async function fuzzRest(subject: Subject, rounds: number, seed: number): Promise<RestFindings> {
  const description = readDescription(await subject.json('/openapi.json'))
  const valid = validValues(subject)
  const findings: Finding[] = []
  const statuses: Record<string, number> = {}
  const spent = new Map<string, number>()
  const calls = description.operations
    .filter(({ method }) => subject.mayWrite || method === 'GET')
    .flatMap((operation, index) => {
      const random = new SeededRandom(seed * 1_000 + index)
      return Array.from({ length: rounds }, () => ({ operation, call: makeCall(random, operation, valid, subject.key) }))
    })
  let next = 0
  const work = async (): Promise<void> => {
    for (let one = calls[next++]; one !== undefined; one = calls[next++]) {
      const begun = performance.now()
      const { status, fault } = await runCall(subject, description, one.operation, one.call)
      statuses[status] = (statuses[status] ?? 0) + 1
      spent.set(one.operation.id, (spent.get(one.operation.id) ?? 0) + performance.now() - begun)
      if (fault !== null) findings.push({ operation: one.operation.id, call: describeCall(one.call), fault })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  const slowest = [...spent].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST)
  return { calls: calls.length, findings, statuses, slowest }
}

const describeCall = ({ method, path, headers, body }: FuzzCall): string =>
  JSON.stringify({ method, path, headers: { ...headers, 'x-api-key': '…' }, body: body === undefined ? null : String(body) }).slice(0, 600)

async function runCall(
  subject: Subject,
  description: Description,
  operation: Operation,
  call: FuzzCall,
): Promise<{ status: string; fault: string | null }> {
  let answer: Answer
  try {
    answer = await subject.request(call.path, call)
  } catch (error) {
    return { status: 'none', fault: `no answer: ${error instanceof Error ? error.message : String(error)}` }
  }
  return { status: String(answer.status), fault: findFault(answer, description, operation) }
}

function findFault({ status, headers, body }: Answer, { error }: Description, { answers }: Operation): string | null {
  const about = `${status} ${body.toString('utf8').slice(0, 200)}`
  if (status === 500) return `internal error: ${about}`
  if (headers['x-request-id'] === undefined) return `no request id: ${about}`
  if (headers['x-injected'] !== undefined) return 'a header was injected'
  if (status === 304 || headers['content-encoding'] !== undefined) return null
  const json = /^application\/json\b/.test(headers['content-type'] ?? '')
  if (status >= 400) {
    if (!json) return `error response is not JSON: ${about}`
    const text = body.toString('utf8')
    if (INTERNAL_DETAILS.test(text)) return `internal details leaked: ${about}`
    // A hostile value may change the path, so any documented error is accepted.
    return error(JSON.parse(text)) ? null : `undocumented error format: ${about}`
  }
  if (!answers.has(status)) return null
  const check = answers.get(status)
  if (check === null || check === undefined) return null
  if (!json) return `response is not JSON: ${about}`
  return check(JSON.parse(body.toString('utf8'))) ? null : `response does not match its schema: ${JSON.stringify(check.errors?.[0])} ${about}`
}

function validValues(subject: Subject): ValidValues {
  const tokens = subject.tokensOn(['sol', 'eth', 'base', 'bsc', 'sui'])
  const { network, token, pool, signer } = subject.traded
  const addresses = tokens.map((known) => known.token)
  const wallets = [signer, ...(pool === null ? [] : [pool])]
  return {
    network: [network, network, ...tokens.map((known) => known.network)],
    token_address: [token, ...addresses],
    addresses: [...wallets, wallets.join(',')],
    wallet: wallets,
    wallets: [wallets.join(',')],
    a: wallets,
    b: wallets,
    token: [token],
    pool: wallets,
    signer: wallets,
    sort: ['asc', 'desc'],
    order: ['asc', 'desc'],
    limit: ['1', '50', '200'],
    offset: ['0', '3'],
    format: ['ndjson', 'csv'],
    from: ['0'],
    to: ['4000000000'],
    min_usd: ['0'],
    timestamp: ['1', '1700000000'],
    q: ['a'],
    kind: ['read'],
  }
}
