import { Argument, type Command } from 'commander'
import { print } from '../output.ts'
import { completionScript, SHELLS, type Shell } from '../texts/completion.ts'

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and networks')
    .addArgument(new Argument('<shell>', 'the shell that sources it').choices(SHELLS))
    .action((shell: Shell) => print(completionScript(shell, program)))
}
