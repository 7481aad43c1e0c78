import { readFileSync, writeFileSync } from 'node:fs'
import { reportNodes } from './accuracy/nodes/report.ts'
import { reportSimulated } from './accuracy/report.ts'

/**
 * Plays scenarios whose truth is known by construction and prints what each detector found of it, per network family.
 * `npm run accuracy -- 5` plays five seeds instead of twenty; `npm run accuracy -- --nodes` plays them on real nodes, one seed.
 * `--network sol` plays on one kind of node only, `--only 'gift|sold'` the scenarios whose names match.
 * `--write` puts the tables into docs/accuracy.md too, whole ones only.
 */

const DOCUMENT = new URL('../docs/accuracy.md', import.meta.url)

const args = process.argv.slice(2)
const onNodes = args.includes('--nodes')
const after = (name: string): string | null => args[args.indexOf(name) + 1 || args.length] ?? null
const [network, only] = [after('--network'), after('--only')]
if (args.includes('--write') && (network !== null || only !== null)) throw new Error('only whole tables are written to the page')
const seeds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? (onNodes ? 1 : 20))
let printed = ''
const print = (text: string): void => {
  printed += text
  process.stdout.write(text)
}

if (onNodes) await reportNodes({ seeds, network, only }, print)
else reportSimulated(seeds, print)
if (args.includes('--write')) {
  const [begins, ends] = [`<!-- ${onNodes ? 'nodes' : 'simulated'} begin -->`, `<!-- ${onNodes ? 'nodes' : 'simulated'} end -->`]
  const document = readFileSync(DOCUMENT, 'utf8')
  const [before, after] = [document.indexOf(begins), document.indexOf(ends)]
  if (before < 0 || after < before) throw new Error('docs/accuracy.md has no place for these tables')
  writeFileSync(DOCUMENT, `${document.slice(0, before + begins.length)}\n\n${printed.trim()}\n\n${document.slice(after)}`)
}
