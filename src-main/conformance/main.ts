import { parseArgs } from 'node:util'
import { startApp } from './app.ts'
import { LINES } from './lines/index.ts'
import { countOutcomes, runLines, type LineResult } from './run.ts'
import { NETWORKS, Subject, type Network } from './subject.ts'

/**
 * Drives a running server over the wire, line by line of the specification, and says which lines hold.
 *
 *     npm run conformance                                     the built app on a temporary folder
 *     npm run conformance -- --url http://… --key …           any server; nothing is stored there unless --write allows it
 *     npm run conformance -- --token eth:0x… --only §8 --json
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    token: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
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

async function main(): Promise<number> {
  const app = values.url === undefined ? await startApp() : null
  try {
    const url = values.url ?? app?.url ?? ''
    const subject = await Subject.meet({
      url,
      key: values.key ?? app?.key ?? '',
      tokens: tokensOf(values.token ?? []),
      mayWrite: app !== null || values.write,
    })
    const lines = LINES.filter((line) => values.only === undefined || `${line.section} ${line.says}`.includes(values.only))
    const told = values.json
      ? () => undefined
      : ({ section, says, outcome, note }: LineResult) => say(`${MARKS[outcome]}  ${section}: ${says}${note === null ? '' : `\n      ${note}`}`)
    const results = await runLines(lines, subject, told)
    await subject.leave()
    const counts = countOutcomes(results)
    if (values.json) say(JSON.stringify({ url, counts, results }, null, 2))
    else say(`\n${counts.pass} lines hold, ${counts.fail} do not, ${counts['not applicable']} could not be looked at.`)
    return counts.fail > 0 ? 1 : 0
  } finally {
    await app?.stop()
  }
}

process.exitCode = await main()
