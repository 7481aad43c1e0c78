import type { Subject } from '../subject.ts'
import type { Answer } from '../../../../src-main/server/testing/http-client.ts'
import { makeCall, type FuzzCall, type Honest } from './calls.ts'
import { Chance } from './chance.ts'
import { readDescription, type Description, type Operation } from './description.ts'

/** One call whose answer breaks the contract. */
export interface Find {
  readonly operation: string
  readonly call: string
  readonly fault: string
}

export interface RestFinds {
  readonly calls: number
  readonly finds: readonly Find[]
  /** Answers by status: how deep the calls went. */
  readonly statuses: Readonly<Record<string, number>>
  /** The operations that took longest, in milliseconds. */
  readonly slowest: readonly (readonly [operation: string, ms: number])[]
}

const AT_ONCE = 8
const SLOWEST = 5
/** Words of a stack trace or of the machine that must never leave the process. */
const INNER_WORDS = /\bat [^\n]{0,200}:\d+:\d+|node_modules|src-main|out\/main|SQLITE_|ERR_[A-Z]/

/**
 * Every operation of the server's OpenAPI with broken and hostile values: no answer may be a defect, hang, tell of the inside,
 * or break the schemas. The same seed asks the same.
 *
 * @param rounds calls of each operation
 */
export async function fuzzRest(subject: Subject, rounds: number, seed: number): Promise<RestFinds> {
  const description = readDescription(await subject.json('/openapi.json'))
  const honest = honestValues(subject)
  const finds: Find[] = []
  const statuses: Record<string, number> = {}
  const spent = new Map<string, number>()
  const calls = description.operations
    .filter(({ method }) => subject.mayWrite || method === 'GET')
    .flatMap((operation, index) => {
      const chance = new Chance(seed * 1_000 + index)
      return Array.from({ length: rounds }, () => ({ operation, call: makeCall(chance, operation, honest, subject.key) }))
    })
  let next = 0
  const work = async (): Promise<void> => {
    for (let one = calls[next++]; one !== undefined; one = calls[next++]) {
      const begun = performance.now()
      const { status, fault } = await outcomeOf(subject, description, one.operation, one.call)
      statuses[status] = (statuses[status] ?? 0) + 1
      spent.set(one.operation.id, (spent.get(one.operation.id) ?? 0) + performance.now() - begun)
      if (fault !== null) finds.push({ operation: one.operation.id, call: shown(one.call), fault })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const slowest = [...spent].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST)
  return { calls: calls.length, finds, statuses, slowest }
}

const shown = ({ method, path, headers, body }: FuzzCall): string =>
  JSON.stringify({ method, path, headers: { ...headers, 'x-api-key': '…' }, body: body === undefined ? null : String(body) }).slice(0, 600)

async function outcomeOf(
  subject: Subject,
  description: Description,
  operation: Operation,
  call: FuzzCall,
): Promise<{ status: string; fault: string | null }> {
  let answer: Answer
  try {
    answer = await subject.ask(call.path, call)
  } catch (error) {
    return { status: 'none', fault: `no answer: ${error instanceof Error ? error.message : String(error)}` }
  }
  return { status: String(answer.status), fault: judge(answer, description, operation) }
}

function judge({ status, headers, body }: Answer, { error }: Description, { answers }: Operation): string | null {
  const about = `${status} ${body.toString('utf8').slice(0, 200)}`
  if (status === 500) return `a defect: ${about}`
  if (headers['x-request-id'] === undefined) return `no request id: ${about}`
  if (headers['x-injected'] !== undefined) return 'a header was injected'
  if (status === 304 || headers['content-encoding'] !== undefined) return null
  const json = /^application\/json\b/.test(headers['content-type'] ?? '')
  if (status >= 400) {
    if (!json) return `a failure that is no JSON: ${about}`
    const text = body.toString('utf8')
    if (INNER_WORDS.test(text)) return `inner words: ${about}`
    // A hostile value may make another path of it, so any failure in the form of the contract will do.
    return error(JSON.parse(text)) ? null : `not the error of the contract: ${about}`
  }
  if (!answers.has(status)) return null
  const check = answers.get(status)
  if (check === null || check === undefined) return null
  if (!json) return `an answer that is no JSON: ${about}`
  return check(JSON.parse(body.toString('utf8'))) ? null : `not the record of the contract: ${JSON.stringify(check.errors?.[0])} ${about}`
}

function honestValues(subject: Subject): Honest {
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
