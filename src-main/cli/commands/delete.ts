import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { UserFault } from '../../lib/app-error.ts'
import { EXIT, print, printJson } from '../output.ts'
import { withContext, type CommonOptions } from '../session.ts'
import { ADDRESS_HELP, NETWORK_HELP, tokenArgument } from '../token-argument.ts'
import { unknownToken } from './records.ts'

interface DeleteOptions extends CommonOptions {
  readonly yes?: boolean
}

export function addDelete(program: Command): void {
  program
    .command('delete')
    .description('delete a token with its facts, snapshots and scans')
    .argument('<network>', NETWORK_HELP)
    .argument('<address>', ADDRESS_HELP)
    .option('--yes', 'do not ask')
    .action(async (network: string, address: string, _local, command: Command) => {
      const options: DeleteOptions = command.optsWithGlobals()
      const token = tokenArgument(network, address)
      await withContext(options, async ({ store }) => {
        const stored = await store.read.token(token)
        if (stored === null) throw unknownToken(token)
        if (options.yes !== true) await confirm(token)
        await store.write.deleteToken(token)
        if (options.json) printJson({ deleted: { network: token.network, address: token.address } })
        else print(`Deleted ${token.address} on ${token.network}.`)
      })
    })
}

/** @throws UserFault when the answer is not yes, or there is nobody to ask */
async function confirm(token: TokenKey): Promise<void> {
  if (!process.stdin.isTTY) throw new UserFault('Add --yes to delete without being asked.', EXIT.usage)
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await prompt.question(`Delete everything that is stored of ${token.address} on ${token.network}? [y/N] `)
  prompt.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new UserFault('Nothing was deleted.', EXIT.failed)
}
