import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { readCode } from '../../../src-main/chains/evm/bytecode/code-facts.ts'
import { hintsOf, type NameHints } from '../../../src-main/chains/evm/security/contract/selectors.ts'

/**
 * Detection of traps from bytecode alone: labelled bytecodes against function names. This is the weakest source of the scan.
 * With a node, every flag comes from a simulated call.
 */

const labelled = z.array(
  z.object({
    address: z.string(),
    set: z.enum(['ground-truth', 'large-sample']),
    code: z.string(),
    labels: z.partialRecord(z.enum(['hidden_mint', 'limiting_sell_order', 'leaking_token']), z.boolean()),
  }),
)
type Labelled = z.infer<typeof labelled>[number]

export interface Confusion {
  readonly what: string
  readonly set: string
  readonly right: number
  readonly wrong: number
  readonly missed: number
  readonly clear: number
}

const QUESTIONS: readonly { readonly what: string; readonly label: keyof Labelled['labels']; readonly hint: keyof NameHints }[] = [
  { what: 'mint capability', label: 'hidden_mint', hint: 'mints' },
  { what: 'honeypot: sells can be stopped', label: 'limiting_sell_order', hint: 'stopsSells' },
  { what: 'balances can be taken', label: 'leaking_token', hint: 'takesBalances' },
]

/** Confusion counts over the recorded bytecodes, one row per question and set. */
export function bytecodeConfusion(): Confusion[] {
  const file = readFileSync(new URL('./fixtures/rugpull-bytecode.json.gz', import.meta.url))
  const rows = labelled.parse(JSON.parse(gunzipSync(file).toString('utf8')))
  const read = rows.map((row) => ({ ...row, hints: hintsOf(readCode(row.code).selectors) }))
  return QUESTIONS.flatMap(({ what, label, hint }) =>
    (['ground-truth', 'large-sample', 'both'] as const).map((set) => {
      const labelled = read.filter((row) => row.labels[label] !== undefined && (set === 'both' || row.set === set))
      const count = (said: boolean, is: boolean): number => labelled.filter((row) => row.hints[hint] === said && row.labels[label] === is).length
      return { what, set, right: count(true, true), wrong: count(true, false), missed: count(false, true), clear: count(false, false) }
    }),
  )
}

const ratio = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(2))

/** Prints the confusion tables of detection from bytecode alone. */
export function scanAccuracy(print: (text: string) => void = (text) => process.stdout.write(text)): void {
  print('\n## Security scan: bytecode alone\n\n')
  print('| question | set | right | wrong | missed | clear | precision | recall |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n')
  for (const { what, set, right, wrong, missed, clear } of bytecodeConfusion()) {
    const cells = [what, set, right, wrong, missed, clear, ratio(right, right + wrong), ratio(right, right + missed)]
    print(`| ${cells.join(' | ')} |\n`)
  }
}
