import { parseArgs } from 'node:util'
import { startApp } from './app.ts'
import { fuzzRest } from './fuzz/rest.ts'
import { fuzzSocket } from './fuzz/socket.ts'
import { CONTRACT_CHECKS } from './checks/index.ts'
import { countOutcomes, runChecks, type CheckResult } from './run-checks.ts'
import { NETWORKS, Subject, type Network } from './subject.ts'

/**
 * Checks a running server over the wire against the API documents and prints the result of each check.
 *
 *     npm run conformance                                     the built app with a temporary data directory
 *     npm run conformance -- --url http://… --key …           any server, read-only unless --write is given
 *     npm run conformance -- --fuzz 1000 --seed 7             fuzzes every route and the socket instead
 *     npm run conformance -- --token eth:0x… --only streams --json
 *
 * Exit codes: 0 all checks passed, 1 some failed, 2 the checks could not run.
 */
process.on('uncaughtException', ({ message }) => {
  process.stderr.write(`${message}\n`)
  process.exit(2)
})

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    token: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    fuzz: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})

function parseTokens(named: readonly string[]): Partial<Record<Network, string>> {
  const tokens: Partial<Record<Network, string>> = {}
  for (const text of named) {
    const network = NETWORKS.find((id) => text.startsWith(`${id}:`))
    if (network === undefined) throw new Error(`--token must be NETWORK:ADDRESS with one of ${NETWORKS.join(', ')}, not "${text}".`)
    tokens[network] = text.slice(network.length + 1)
  }
  return tokens
}

const MARKS: Readonly<Record<CheckResult['outcome'], string>> = { pass: 'pass', fail: 'FAIL', 'not applicable': ' n/a' }
const printLine = (text: string): void => void process.stdout.write(`${text}\n`)

async function runContractChecks(subject: Subject): Promise<boolean> {
  const wanted = CONTRACT_CHECKS.filter((line) => values.only === undefined || `${line.section} ${line.title}`.includes(values.only))
  const results = await runChecks(wanted, subject, ({ section, title: says, outcome, note }) => {
    if (!values.json) printLine(`${MARKS[outcome]}  ${section}: ${says}${note === null ? '' : `\n      ${note}`}`)
  })
  const counts = countOutcomes(results)
  if (values.json) printLine(JSON.stringify({ url: subject.url, counts, results }, null, 2))
  else printLine(`\n${counts.pass} passed, ${counts.fail} failed, ${counts['not applicable']} not applicable.`)
  return counts.fail === 0
}

async function runFuzzer(subject: Subject, rounds: number, seed: number): Promise<boolean> {
  const rest = await fuzzRest(subject, rounds, seed)
  const socket = await fuzzSocket(subject, rounds, seed)
  const health = await subject.request('/health')
  const result = { url: subject.url, seed, rest, socket, alive: health.status === 200 }
  printLine(JSON.stringify(result, null, 2))
  return result.alive && rest.findings.length === 0 && socket.findings.length === 0
}

async function main(): Promise<boolean> {
  const app = values.url === undefined ? await startApp() : null
  try {
    const url = values.url ?? app?.url ?? ''
    const key = values.key ?? app?.key ?? ''
    const tokens = parseTokens(values.token ?? [])
    const subject = await Subject.connect({ url, key, tokens, mayWrite: app !== null || values.write, mayPlay: app !== null })
    const holds = values.fuzz === undefined ? await runContractChecks(subject) : await runFuzzer(subject, Number(values.fuzz), Number(values.seed))
    await subject.close()
    return holds
  } finally {
    await app?.stop()
  }
}

process.exitCode = (await main()) ? 0 : 1
