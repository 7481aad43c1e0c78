import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { NODE_NETWORKS } from './nodes/fits.ts'
import { reportNodes } from './nodes/report.ts'
import { reportSimulated } from './report.ts'

/**
 * Plays scenarios whose truth is known by construction and prints what each detector found of it, per network family.
 * `npm run accuracy -- 5` plays five seeds instead of twenty; `npm run accuracy -- --nodes` plays them on real nodes, one seed.
 * `--network sol` plays on one kind of node only, `--only 'gift|sold'` the scenarios whose names match.
 * `--write` puts the tables into docs/accuracy.md too, whole ones only.
 */

const DOCUMENT = new URL('../../../docs/accuracy.md', import.meta.url)

const { onNodes, write, network, only, seeds } = asked()
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
  if (before < 0 || after < before) throw new Error('docs/accuracy.md has no place for these tables')
  writeFileSync(DOCUMENT, `${document.slice(0, before + begins.length)}\n\n${printed.trim()}\n\n${document.slice(after)}`)
}

function asked(): { onNodes: boolean; write: boolean; network: string | null; only: string | null; seeds: number } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { nodes: { type: 'boolean' }, write: { type: 'boolean' }, network: { type: 'string' }, only: { type: 'string' } },
    })
    const { nodes: onNodes = false, write = false, network = null, only = null } = values
    const [seeds = onNodes ? '1' : '20', ...more] = positionals
    if (!/^[1-9]\d*$/.test(seeds) || more.length > 0) throw new Error(`SEEDS is one whole number from 1, not "${positionals.join(' ')}"`)
    if (!onNodes && (network !== null || only !== null)) throw new Error('--network and --only choose among what --nodes plays')
    if (network !== null && !NODE_NETWORKS.some((one) => one === network))
      throw new Error(`--network is one of ${NODE_NETWORKS.join(', ')}, not "${network}"`)
    if (write && (network !== null || only !== null)) throw new Error('--write puts whole tables into the page, without --network and --only')
    return { onNodes, write, network, only, seeds: Number(seeds) }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}.\nnpm run accuracy -- [SEEDS] [--nodes [--network NET] [--only NAMES]] [--write]\n`)
    process.exit(2)
  }
}
