#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { UserFault } from '../lib/app-error.ts'
import { addDecode } from './commands/decode.ts'
import { storeCompiledCode } from './compile-cache.ts'
import { EXAMPLES } from './examples.ts'
import { exitOnClosedPipe, EXIT, fail, isJson } from './output.ts'

/** The command line (docs/cli.md#commands). Each command has its own file; the common options are here. */

const HELP = `
Examples:
  holderscope serve
  holderscope read eth 0x5FbDB2315678afecb367f032d93F642f64180aa3 --source http://127.0.0.1:8545
  holderscope clusters eth 0x5FbDB2315678afecb367f032d93F642f64180aa3 --json
  holderscope decode sol block-254170887.json.gz

Run "holderscope help COMMAND" for the options and examples of a command. Exit codes: 0 success, 1 failure, 2 wrong usage.`

/** The database module crashes on older versions. */
const MIN_NODE_VERSION = 22
// Only the owner may read the files that this process creates: the store, its log, exports.
process.umask(0o077)

const program = new Command('holderscope')
  .description('Who really holds this token? Reads chains or files, stores the results, and serves them on localhost.')
  .version(packageJson.version)
  .option('--data-dir <dir>', 'data folder')
  .option('--store <address>', 'PostgreSQL database instead of the file in the data folder: postgres://user:password@host/name')
  .option('--json', 'print only JSON on stdout: one value, or one value per line')
  .option('--log-level <level>', 'trace, debug, info, warn, error or silent')
  .addHelpText('after', HELP)
  .showHelpAfterError('Add --help for usage.')
  .exitOverride()
// With --json, wrong usage is reported like any other error.
if (isJson) program.configureOutput({ writeErr: () => undefined })

exitOnClosedPipe()
run().catch((error: unknown) => {
  if (error instanceof CommanderError && error.exitCode === 0) process.exit(EXIT.ok)
  // The usage is already on stderr.
  if (error instanceof CommanderError && !isJson) process.exit(EXIT.usage)
  fail(error instanceof CommanderError ? new UserFault(usageText(error), EXIT.usage, { cause: error }) : error)
})

/** Commander prints the help if no command is named, and throws the name of that output. */
function usageText({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'No command was named. Add --help for the commands.' : message.replace(/^error: /, '')
}

async function run(): Promise<void> {
  if (!isDecodeCommand()) {
    if (Number(process.versions.node.split('.')[0]) < MIN_NODE_VERSION) {
      throw new UserFault(
        `Holderscope needs Node ${MIN_NODE_VERSION} or newer, and this is ${process.versions.node}. In a checkout, npm start uses its own Node.`,
      )
    }
    storeCompiledCode()
    ;(await import('./service-commands.ts')).addServiceCommands(program)
  }
  addDecode(program)
  addCommonOptions(program)
  await program.parseAsync()
}

/** Decoding needs no service, and loading it takes longer than decoding a file. */
function isDecodeCommand(): boolean {
  return process.argv.slice(2).find((argument) => !argument.startsWith('-')) === 'decode'
}

/** Adds common options and examples to every command: both `holderscope clusters … --json` and `holderscope --json clusters …` work. */
function addCommonOptions(parent: Command): void {
  for (const command of parent.commands) {
    for (const option of program.options) {
      const defined = command.options.some((own) => own.long === option.long)
      if (!defined && option.long !== '--version') command.addOption(option)
    }
    const examples = EXAMPLES[parent === program ? command.name() : `${parent.name()} ${command.name()}`]
    if (examples !== undefined) command.addHelpText('after', ['', 'Examples:', ...examples.map((line) => `  ${line}`)].join('\n'))
    command.exitOverride()
    addCommonOptions(command)
  }
}
