import type { Command } from 'commander'
import { countOf, grouped } from '../../../src-shared/domain/shown.ts'
import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import { UserFault } from '../../lib/app-error.ts'
import { importFile } from '../../importers/import-file.ts'
import { print, printJson, reportFault, say } from '../output.ts'
import { withContext, type CommonOptions } from '../session.ts'
import { networkArgument } from '../token-argument.ts'

interface ImportOptions extends CommonOptions {
  readonly network?: string
}

export function addImport(program: Command): void {
  program
    .command('import')
    .description('import a holder map, a snapshot, or recorded node answers (JSON or NDJSON, optionally gzipped)')
    .argument('<files...>', 'files to import; one that cannot be read is reported, and the others are imported')
    .option('--network <id>', 'network of EVM answers that do not name their chain')
    .action(async (files: readonly string[], _local, command: Command) => {
      const options: ImportOptions = command.optsWithGlobals()
      const network = options.network === undefined ? null : networkArgument(options.network)
      await withContext(options, async (context) => {
        for (const file of files) {
          try {
            printResult(await importFile(context, file, network), files.length > 1 ? file : null, options.json === true)
          } catch (error) {
            if (files.length === 1 || !(error instanceof UserFault)) throw error
            reportFault(error)
          }
        }
      })
    })
}

/** @param file named where there are several */
function printResult(result: ImportResult, file: string | null, json: boolean): void {
  for (const note of result.notes) say(file === null ? note : `${file}: ${note}`)
  if (json) return printJson(file === null ? result : { file, ...result })
  const { trades, transfers, holders, snapshots, skipped } = result
  const imported = [countOf(holders, 'holder'), countOf(snapshots, 'snapshot'), countOf(trades, 'trade'), countOf(transfers, 'transfer')]
  print(`${file === null ? 'Imported' : `${file}: imported`} ${imported.join(', ')}${skipped > 0 ? `; skipped ${grouped(skipped)}` : ''}.`)
  for (const token of result.tokens) print(`  ${token.network} ${token.token_address}`)
}
