import { extname } from 'node:path'
import type { Command } from 'commander'
import { readSavedFile } from '../../importers/cases/saved-file.ts'
import { UserFault } from '../../lib/app-error.ts'
import { unixSeconds } from '../../lib/clock.ts'
import { caseReport, REPORT_FORMATS, type ReportFormat } from '../../records/report/case-report.ts'
import { EXIT, print, writeOutput } from '../output.ts'
import { inContext } from '../command.ts'
import { caseInUse, type CaseOptions } from './case-session.ts'

interface ReportOptions extends CaseOptions {
  readonly format?: string
  readonly out?: string
}

export function addReport(program: Command): void {
  program
    .command('report')
    .description('print the report of a case: its findings in order, each with its evidence')
    .argument('[case]', 'id or name of the case (default: the most recently opened)')
    .option('--format <name>', `${REPORT_FORMATS.join(', ')} (default: by the extension of --out, else md)`)
    .option('--out <file>', 'write to a file instead; an existing one is replaced')
    .action(
      inContext<ReportOptions, [id?: string]>((options, id) => {
        const format = formatOf(options)
        return async ({ store, clock }) => {
          const record = await caseInUse(store, id === undefined ? options : { ...options, case: id })
          const text = caseReport({ record, file: await readSavedFile(store, record.id), at: unixSeconds(clock) }, format)
          if (options.out === undefined) return print(text.trimEnd())
          await writeOutput(options.out, text)
          print(`Wrote the report to ${options.out}.`)
        }
      }),
    )
}

function formatOf({ format, out, json }: ReportOptions): ReportFormat {
  const name = format ?? (json === true ? 'json' : out === undefined ? 'md' : extname(out).slice(1).toLowerCase())
  const found = REPORT_FORMATS.find((each) => each === name)
  if (found === undefined) throw new UserFault(`The format of a report must be one of ${REPORT_FORMATS.join(', ')}.`, EXIT.usage)
  return found
}
