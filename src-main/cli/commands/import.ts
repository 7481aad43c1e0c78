import type { Command } from 'commander'
import { countOf, grouped } from '../../../src-shared/domain/shown.ts'
import { importFile } from '../../importers/import-file.ts'
import { print, printJson, say } from '../output.ts'
import { withContext, type CommonOptions } from '../session.ts'
import { networkArgument } from '../token-argument.ts'

interface ImportOptions extends CommonOptions {
  readonly network?: string
}

export function addImport(program: Command): void {
  program
    .command('import')
    .description('import a holder map, a snapshot, or recorded node answers (JSON or NDJSON, optionally gzipped)')
    .argument('<file>', 'file to import')
    .option('--network <id>', 'network of EVM answers that do not name their chain')
    .action(async (file: string, _local, command: Command) => {
      const options: ImportOptions = command.optsWithGlobals()
      const network = options.network === undefined ? null : networkArgument(options.network)
      await withContext(options, async (context) => {
        const result = await importFile(context, file, network)
        for (const note of result.notes) say(note)
        if (options.json) return printJson(result)
        const { trades, transfers, holders, snapshots, skipped } = result
        const imported = [countOf(holders, 'holder'), countOf(snapshots, 'snapshot'), countOf(trades, 'trade'), countOf(transfers, 'transfer')]
        print(`Imported ${imported.join(', ')}${skipped > 0 ? `; skipped ${grouped(skipped)}` : ''}.`)
        for (const token of result.tokens) print(`  ${token.network} ${token.token_address}`)
      })
    })
}
