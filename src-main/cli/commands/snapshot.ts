import type { Command } from 'commander'
import { onToken, tokenCommand } from '../command.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { print, printJson } from '../output.ts'
import { unknownToken } from './records.ts'

export function addSnapshot(program: Command): void {
  tokenCommand(program, 'snapshot', 'take a snapshot of a stored token, and print its timestamp').action(
    onToken(({ json }, token) => async ({ store, engine }) => {
      if ((await store.read.token(token)) === null) throw unknownToken(token)
      const { timestamp, wallets, links, isNew } = await engine.takeSnapshot(token)
      if (json) printJson({ timestamp, is_new: isNew, nodes: wallets, links })
      else if (!isNew) print(`Nothing changed since snapshot ${timestamp}.`)
      else print(`Snapshot ${timestamp}: ${countOf(wallets, 'wallet')}, ${countOf(links, 'link')}.`)
    }),
  )
}
