import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { NODE_NETWORKS } from './nodes/skipped-scenarios.ts'
import { reportNodes } from './nodes/report.ts'
import { reportSimulated } from './report.ts'

/**
 * Plays scenarios with a known ground truth and prints the precision and recall of each detector, per network family.
 * `npm run accuracy -- 5` plays five seeds instead of twenty. `npm run accuracy -- --nodes` plays one seed on real nodes.
 * `--network sol` selects one kind of node, `--only 'gift|sold'` the scenarios whose names match.
 * `--write` also updates docs/accuracy.md. It needs a full run, without `--network` and `--only`.
 */

const DOCUMENT = new URL('../../../docs/accuracy.md', import.meta.url)

const { onNodes, write, network, only, seeds } = parseArguments()
let printed = ''
const print = (text: string): void => {
  printed += text
  process.stdout.write(text)
}

if (onNodes) await reportNodes({ seeds, network, only }, print)
else reportSimulated(seeds, print)
if (write) {
  const [begins, ends] = [`<!-- ${onNodes ? 'nodes' : 'simulated'} begin -->`, `<!-- ${onNodes ? 'nodes' : 'simulated'} end -->`]
  const document = readFileSync(DOCUMENT, 'utf8')
  const [before, after] = [document.indexOf(begins), document.indexOf(ends)]
  if (before < 0 || after < before) throw new Error(`docs/accuracy.md is missing the markers "${begins}" and "${ends}"`)
  writeFileSync(DOCUMENT, `${document.slice(0, before + begins.length)}\n\n${printed.trim()}\n\n${document.slice(after)}`)
}

function parseArguments(): { onNodes: boolean; write: boolean; network: string | null; only: string | null; seeds: number } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { nodes: { type: 'boolean' }, write: { type: 'boolean' }, network: { type: 'string' }, only: { type: 'string' } },
    })
    const { nodes: onNodes = false, write = false, network = null, only = null } = values
    const [seeds = onNodes ? '1' : '20', ...more] = positionals
    if (!/^[1-9]\d*$/.test(seeds) || more.length > 0) throw new Error(`SEEDS must be one positive integer, not "${positionals.join(' ')}"`)
    if (!onNodes && (network !== null || only !== null)) throw new Error('--network and --only need --nodes')
    if (network !== null && !NODE_NETWORKS.some((one) => one === network))
      throw new Error(`--network must be one of ${NODE_NETWORKS.join(', ')}, not "${network}"`)
    if (write && (network !== null || only !== null)) throw new Error('--write cannot be combined with --network or --only')
    return { onNodes, write, network, only, seeds: Number(seeds) }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}.\nnpm run accuracy -- [SEEDS] [--nodes [--network NET] [--only NAMES]] [--write]\n`)
    process.exit(2)
  }
}
