import { readFileSync, writeFileSync } from 'node:fs'
import { parseArguments, type Arguments } from './arguments.ts'
import { reportBionic } from './bionic/report.ts'
import { reportGraph } from './graph/report.ts'
import { reportNodes } from './nodes/report.ts'
import { loadShippedRules, reportSimulated } from './report.ts'

/**
 * Prints the precision and recall of each detector on scenarios and data with a known ground truth. `arguments.ts` lists the arguments.
 * `--write` also updates docs/accuracy.md. It needs a full run, without `--network` and `--only`.
 */

const DOCUMENT = new URL('../../../docs/accuracy.md', import.meta.url)

let printed = ''
const print = (text: string): void => {
  printed += text
  process.stdout.write(text)
}

try {
  const given = parseArguments(process.argv.slice(2))
  await report(given)
  if ('write' in given && given.write) writeDocument(given.kind)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 2
}

async function report(given: Arguments): Promise<void> {
  if (given.kind === 'graph') reportGraph(given, loadShippedRules().rules, print)
  else if (given.kind === 'bionic') reportBionic(given.directory, loadShippedRules().rules, print)
  else if (given.kind === 'nodes') failOn(await reportNodes(given, print))
  else reportSimulated(given, print)
}

function failOn(faulty: readonly string[]): void {
  if (faulty.length === 0) return
  process.stderr.write(`Below the bars of precision and recall: ${faulty.join('; ')}\n`)
  process.exitCode = 1
}

function writeDocument(section: 'nodes' | 'simulated'): void {
  const [begins, ends] = [`<!-- ${section} begin -->`, `<!-- ${section} end -->`]
  const document = readFileSync(DOCUMENT, 'utf8')
  const [before, after] = [document.indexOf(begins), document.indexOf(ends)]
  if (before < 0 || after < before) throw new Error(`docs/accuracy.md is missing the markers "${begins}" and "${ends}".`)
  writeFileSync(DOCUMENT, `${document.slice(0, before + begins.length)}\n\n${printed.trim()}\n\n${document.slice(after)}`)
}
