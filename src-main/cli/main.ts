import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { addDecode } from './commands/decode.ts'
import { EXIT, fail } from './output.ts'

/** The command line (contract.md §10). One file a command; options that all take stand here. */

const EXAMPLES = `
Examples:
  holderscope serve --source eth=http://127.0.0.1:8545
  holderscope read eth 0x6982508145454ce325ddbe47a25d4ec3d2311933 --source http://127.0.0.1:8545
  holderscope clusters sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82 --json
  holderscope import holder-map.json
  holderscope decode sol block-254170887.json.gz

Exit codes: 0 ok, 1 failed, 2 usage.`

const program = new Command('holderscope')
  .description('Who really holds this token? Reads chains or files, keeps every answer, serves it on localhost.')
  .version(packageJson.version)
  .option('--data-dir <dir>', 'data folder')
  .option('--json', 'print one JSON value on stdout and nothing else')
  .option('--log-level <level>', 'trace, debug, info, warn, error or silent')
  .addHelpText('after', EXAMPLES)
  .exitOverride()

run().catch((error: unknown) => {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage)
  fail(error)
})

async function run(): Promise<void> {
  if (!namesDecode()) (await import('./service-commands.ts')).addServiceCommands(program)
  addDecode(program)
  takeCommonOptionsAnywhere(program)
  await program.parseAsync()
}

/** Decoding needs no service, and loading one takes longer than reading a file. */
function namesDecode(): boolean {
  return process.argv.slice(2).find((word) => !word.startsWith('-')) === 'decode'
}

/** `holderscope clusters … --json` reads better than `holderscope --json clusters …`; both work. */
function takeCommonOptionsAnywhere(parent: Command): void {
  for (const command of parent.commands) {
    for (const option of program.options) {
      const taken = command.options.some((own) => own.long === option.long)
      if (!taken && option.long !== '--version') command.addOption(option)
    }
    command.exitOverride()
    takeCommonOptionsAnywhere(command)
  }
}
