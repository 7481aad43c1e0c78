import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { scanCode, type CodeReport } from '../../../src-main/chains/code-alone.ts'

/** The scan of code alone against labelled bytecodes. With a node that simulates, powers come from simulated calls instead. */

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
  /** Contracts whose answer is unknown; counted as missed or clear too. */
  readonly unknown: number
}

const QUESTIONS: readonly { readonly what: string; readonly label: keyof Labelled['labels']; readonly flag: keyof CodeReport['reasons'] }[] = [
  { what: 'mint capability', label: 'hidden_mint', flag: 'mintable' },
  { what: 'honeypot: sells can be stopped', label: 'limiting_sell_order', flag: 'limits_selling' },
  { what: 'balances can be taken', label: 'leaking_token', flag: 'takes_balances' },
]

/** Confusion counts over the recorded bytecodes, one row per question and set. */
export function bytecodeConfusion(): Confusion[] {
  const file = readFileSync(new URL('./fixtures/rugpull-bytecode.json.gz', import.meta.url))
  const rows = labelled.parse(JSON.parse(gunzipSync(file).toString('utf8')))
  const read = rows.map((row) => ({ ...row, report: scanCode('eth', row.code) }))
  return QUESTIONS.flatMap(({ what, label, flag }) =>
    (['ground-truth', 'large-sample', 'both'] as const).map((set) => {
      const labelled = read.filter((row) => row.labels[label] !== undefined && (set === 'both' || row.set === set))
      const count = (said: boolean, is: boolean): number =>
        labelled.filter(({ report, labels }) => (report[flag] === true) === said && labels[label] === is).length
      const unknown = labelled.filter(({ report }) => report[flag] === null).length
      return { what, set, right: count(true, true), wrong: count(true, false), missed: count(false, true), clear: count(false, false), unknown }
    }),
  )
}

const ratio = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(2))

/** Prints the confusion tables of detection from bytecode alone. */
export function scanAccuracy(print: (text: string) => void = (text) => process.stdout.write(text)): void {
  print('\n## Security scan: bytecode alone\n\n')
  print(
    '| question | set | right | wrong | missed | clear | unknown | precision | recall |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n',
  )
  for (const { what, set, right, wrong, missed, clear, unknown } of bytecodeConfusion()) {
    const cells = [what, set, right, wrong, missed, clear, unknown, ratio(right, right + wrong), ratio(right, right + missed)]
    print(`| ${cells.join(' | ')} |\n`)
  }
}
