import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { addDecode } from './commands/decode.ts'
import { EXAMPLES } from './examples.ts'
import { endWithReader, EXIT, fail } from './output.ts'

/** The command line (contract.md §10). One file a command; options that all take stand here. */

const STARTS = `
Examples:
  holderscope serve
  holderscope read eth 0x6982508145454ce325ddbe47a25d4ec3d2311933 --source http://127.0.0.1:8545
  holderscope clusters eth 0x6982508145454ce325ddbe47a25d4ec3d2311933 --json
  holderscope decode sol block-254170887.json.gz

holderscope help COMMAND tells the options of one, with examples. Exit codes: 0 ok, 1 failed, 2 usage.`

const program = new Command('holderscope')
  .description('Who really holds this token? Reads chains or files, keeps every answer, serves it on localhost.')
  .version(packageJson.version)
  .option('--data-dir <dir>', 'data folder')
  .option('--json', 'print JSON on stdout and nothing else: one value, or one a line')
  .option('--log-level <level>', 'trace, debug, info, warn, error or silent')
  .addHelpText('after', STARTS)
  .showHelpAfterError('--help tells what can be said here.')
  .exitOverride()

endWithReader()
run().catch((error: unknown) => {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage)
  fail(error)
})

async function run(): Promise<void> {
  if (!namesDecode()) (await import('./service-commands.ts')).addServiceCommands(program)
  addDecode(program)
  finish(program)
  await program.parseAsync()
}

/** Decoding needs no service, and loading one takes longer than reading a file. */
function namesDecode(): boolean {
  return process.argv.slice(2).find((word) => !word.startsWith('-')) === 'decode'
}

/** Common options and examples: `holderscope clusters … --json` reads better than `holderscope --json clusters …`; both work. */
function finish(parent: Command): void {
  for (const command of parent.commands) {
    for (const option of program.options) {
      const taken = command.options.some((own) => own.long === option.long)
      if (!taken && option.long !== '--version') command.addOption(option)
    }
    const examples = EXAMPLES[command.name()]
    if (examples !== undefined) command.addHelpText('after', ['', 'Examples:', ...examples.map((line) => `  ${line}`)].join('\n'))
    command.exitOverride()
    finish(command)
  }
}
