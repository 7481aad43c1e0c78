import type { Command } from 'commander'
import { onToken, tokenCommand } from '../command.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { print, printJson } from '../output.ts'
import { unknownToken } from './records.ts'

export function addSnapshot(program: Command): void {
  tokenCommand(program, 'snapshot', 'take a snapshot of a stored token, and print its timestamp').action(
    onToken(({ json }, token) => async ({ store, engine }) => {
      if ((await store.read.token(token)) === null) throw unknownToken(token)
      const { snapshot, isNew } = await engine.takeSnapshot(token)
      if (json) printJson({ timestamp: snapshot.timestamp, is_new: isNew, nodes: snapshot.nodes.length, links: snapshot.links.length })
      else if (!isNew) print(`Nothing changed since snapshot ${snapshot.timestamp}.`)
      else print(`Snapshot ${snapshot.timestamp}: ${countOf(snapshot.nodes.length, 'wallet')}, ${countOf(snapshot.links.length, 'link')}.`)
    }),
  )
}
