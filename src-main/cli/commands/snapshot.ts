import type { Command } from 'commander'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { print, printJson } from '../output.ts'
import { withContext, type CommonOptions } from '../session.ts'
import { ADDRESS_HELP, NETWORK_HELP, tokenArgument } from '../token-argument.ts'
import { unknownToken } from './records.ts'

export function addSnapshot(program: Command): void {
  program
    .command('snapshot')
    .description('take a snapshot of a stored token, and print its timestamp')
    .argument('<network>', NETWORK_HELP)
    .argument('<address>', ADDRESS_HELP)
    .action(async (network: string, address: string, _local, command: Command) => {
      const options: CommonOptions = command.optsWithGlobals()
      const token = tokenArgument(network, address)
      await withContext(options, async ({ store, engine }) => {
        if ((await store.read.token(token)) === null) throw unknownToken(token)
        const { snapshot, isNew } = await engine.takeSnapshot(token)
        if (options.json) printJson({ timestamp: snapshot.timestamp, is_new: isNew, nodes: snapshot.nodes.length, links: snapshot.links.length })
        else if (!isNew) print(`Nothing changed since snapshot ${snapshot.timestamp}.`)
        else print(`Snapshot ${snapshot.timestamp}: ${countOf(snapshot.nodes.length, 'wallet')}, ${countOf(snapshot.links.length, 'link')}.`)
      })
    })
}
