import { parseArgs } from 'node:util'
import { startApp } from './app.ts'
import { fuzzRest } from './fuzz/rest.ts'
import { fuzzSocket } from './fuzz/socket.ts'
import { LINES } from './lines/index.ts'
import { countOutcomes, runLines, type LineResult } from './run.ts'
import { NETWORKS, Subject, type Network } from './subject.ts'

/**
 * Drives a running server over the wire, line by line of the specification, and says which lines hold.
 *
 *     npm run conformance                                     the built app on a temporary folder
 *     npm run conformance -- --url http://… --key …           any server; nothing is stored there unless --write allows it
 *     npm run conformance -- --fuzz 1000 --seed 7             hostile calls of every route and as many frames, instead of the lines
 *     npm run conformance -- --token eth:0x… --only §8 --json
 *
 * Exit codes: 0 all lines hold, 1 some do not, 2 they could not be asked.
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

function tokensOf(named: readonly string[]): Partial<Record<Network, string>> {
  const tokens: Partial<Record<Network, string>> = {}
  for (const text of named) {
    const network = NETWORKS.find((id) => text.startsWith(`${id}:`))
    if (network === undefined) throw new Error(`--token takes NETWORK:ADDRESS with one of ${NETWORKS.join(', ')}, and not "${text}".`)
    tokens[network] = text.slice(network.length + 1)
  }
  return tokens
}

const MARKS: Readonly<Record<LineResult['outcome'], string>> = { pass: 'pass', fail: 'FAIL', 'not applicable': ' n/a' }
const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function lines(subject: Subject): Promise<boolean> {
  const wanted = LINES.filter((line) => values.only === undefined || `${line.section} ${line.says}`.includes(values.only))
  const results = await runLines(wanted, subject, ({ section, says, outcome, note }) => {
    if (!values.json) say(`${MARKS[outcome]}  ${section}: ${says}${note === null ? '' : `\n      ${note}`}`)
  })
  const counts = countOutcomes(results)
  if (values.json) say(JSON.stringify({ url: subject.url, counts, results }, null, 2))
  else say(`\n${counts.pass} lines hold, ${counts.fail} do not, ${counts['not applicable']} could not be looked at.`)
  return counts.fail === 0
}

async function fuzz(subject: Subject, rounds: number, seed: number): Promise<boolean> {
  const rest = await fuzzRest(subject, rounds, seed)
  const socket = await fuzzSocket(subject, rounds, seed)
  const health = await subject.ask('/health')
  const result = { url: subject.url, seed, rest, socket, alive: health.status === 200 }
  say(JSON.stringify(result, null, 2))
  return result.alive && rest.finds.length === 0 && socket.finds.length === 0
}

async function main(): Promise<boolean> {
  const app = values.url === undefined ? await startApp() : null
  try {
    const url = values.url ?? app?.url ?? ''
    const key = values.key ?? app?.key ?? ''
    const subject = await Subject.meet({ url, key, tokens: tokensOf(values.token ?? []), mayWrite: app !== null || values.write })
    const holds = values.fuzz === undefined ? await lines(subject) : await fuzz(subject, Number(values.fuzz), Number(values.seed))
    await subject.leave()
    return holds
  } finally {
    await app?.stop()
  }
}

process.exitCode = (await main()) ? 0 : 1
