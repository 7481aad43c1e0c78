import { basename } from 'node:path'
import type { Command } from 'commander'
import { countOf, grouped } from '../../../src-shared/domain/shown.ts'
import { amountText } from '../../../src-shared/domain/lists/read-table.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import type { Context } from '../../context.ts'
import { UserFault } from '../../lib/app-error.ts'
import { importFile } from '../../importers/import-file.ts'
import { parseColumnsOption, type ListOptions } from '../../importers/lists/list-options.ts'
import { EXIT, print, printJson, reportFault, printToStderr } from '../output.ts'
import { inContext } from '../command.ts'
import type { CommonOptions } from '../session.ts'
import { networkArgument, tokenArgument } from '../token-argument.ts'
import { describe } from './delete.ts'

const LISTED = 10_000

interface ImportOptions extends CommonOptions {
  readonly network?: string
  readonly token?: string
  readonly map?: string
  readonly decimals?: string
  readonly supply?: string
  readonly takeBack?: boolean
}

export function addImport(program: Command): void {
  program
    .command('import')
    .description(
      'import a holder map, a snapshot, recorded node answers (JSON or NDJSON), or a list of holders or transfers (CSV), optionally gzipped',
    )
    .argument('<files...>', 'files to import; one that cannot be read is reported, and the others are imported')
    .option('--network <id>', 'network of EVM answers that do not name their chain, or of a list')
    .option('--token <address>', 'token of a list that does not name it')
    .option(
      '--map <columns>',
      'columns of a list: address=Holder,balance=Quantity,percent=Share,name=Label, or from=From,to=To,amount=Quantity,time=UnixTimestamp,tx=Txhash,block=Blockno',
    )
    .option('--decimals <n>', 'decimals of the token of a list (default: as stored; of holders else as written)')
    .option('--supply <units>', 'total supply in token units, for a list without shares')
    .option('--take-back', 'undo the imports of these files with everything they added; restore adds it again')
    .action(
      inContext<ImportOptions, [files: readonly string[]]>((options, files) => {
        if (options.takeBack === true) return (context) => takeBack(context, files, options.json === true)
        const network = options.network === undefined ? null : networkArgument(options.network)
        const list = readListOptions(options, network)
        return async (context) => {
          for (const file of files) {
            try {
              printResult(await importFile(context, file, network, list), files.length > 1 ? file : null, options.json === true)
            } catch (error) {
              if (files.length === 1 || !(error instanceof UserFault)) throw error
              reportFault(error)
            }
          }
        }
      }),
    )
}

/** Takes back each import, named by its file name or by the SHA-256 of its bytes. */
async function takeBack({ importer, store }: Context, files: readonly string[], json: boolean): Promise<void> {
  const known = await store.read.imports({ limit: LISTED })
  for (const file of files) {
    const found = known.find(({ name, sha256 }) => name === basename(file) || sha256 === file)
    if (found === undefined) throw new UserFault(`No import of ${file} is stored.`)
    const deletion = await importer.takeBack(found.sha256)
    if (json) printJson(deletion)
    else print(`Undid ${describe(deletion)}. To restore it: holderscope restore ${deletion.id}`)
  }
}

function readListOptions({ token, map, decimals, supply }: ImportOptions, network: NetworkId | null): ListOptions {
  if (decimals !== undefined && !/^\d{1,2}$/.test(decimals)) throw new UserFault('--decimals must be a whole number.', EXIT.usage)
  if (supply !== undefined && amountText(supply) === null) throw new UserFault('--supply must be a number in token units.', EXIT.usage)
  if (network !== null && token !== undefined) tokenArgument(network, token)
  return {
    token: token ?? null,
    supply: supply ?? null,
    columns: map === undefined ? null : parseColumnsOption(map),
    decimals: decimals === undefined ? null : Number(decimals),
  }
}

/** @param file the file name, if there are several files */
function printResult(result: ImportResult, file: string | null, json: boolean): void {
  for (const note of result.notes) printToStderr(file === null ? note : `${file}: ${note}`)
  if (json) return printJson(file === null ? result : { file, ...result })
  const { trades, transfers, holders, snapshots, skipped } = result
  if (result.holders + snapshots + trades + transfers === 0)
    return print(`${file === null ? 'Nothing new' : `${file}: nothing new`}${skipped > 0 ? `; skipped ${grouped(skipped)}` : ''}.`)
  const imported = [countOf(holders, 'holder'), countOf(snapshots, 'snapshot'), countOf(trades, 'trade'), countOf(transfers, 'transfer')]
  print(`${file === null ? 'Imported' : `${file}: imported`} ${imported.join(', ')}${skipped > 0 ? `; skipped ${grouped(skipped)}` : ''}.`)
  for (const token of result.tokens) print(`  ${token.network} ${token.token_address}`)
}
