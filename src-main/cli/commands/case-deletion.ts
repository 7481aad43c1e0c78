import type { Command } from 'commander'
import { countOf } from '../../../src-shared/domain/shown.ts'
import type { Context } from '../../context.ts'
import { UserFault } from '../../lib/app-error.ts'
import { unixSeconds } from '../../lib/clock.ts'
import { EXIT, print, printJson } from '../output.ts'
import { act, caseNameText, load, OPEN_CASE, type CaseOptions } from './case-session.ts'

/** `case delete|restore`. */
export function addCaseDeletion(group: Command): void {
  group
    .command('delete')
    .description('delete a case; it can be restored until the database is compacted')
    .argument('<case>', 'its id or name')
    .action(act(remove))
  group.command('restore').description('restore a deleted case').argument('<case>', 'its id or name').action(act(restore))
}

async function remove({ store, engine, clock }: Context, options: CaseOptions, idOrName = ''): Promise<void> {
  const record = await load(store, idOrName)
  const deleted = await store.write.deleteCase({ id: record.id, revision: record.revision, at: unixSeconds(clock) })
  await engine.claimsChanged(record.id)
  if ((await store.read.setting(OPEN_CASE)) === record.id) await store.write.saveSetting({ name: OPEN_CASE, value: '' })
  if (options.json) return printJson(deleted)
  const parts = [countOf(record.notes.length, 'note'), countOf(record.findings.length, 'finding'), countOf(record.tags.length, 'tag')]
  print(`Deleted ${caseNameText(record)} with ${parts.join(', ')} and its history. Restore it: holderscope case restore ${record.id}`)
}

async function restore({ store, engine }: Context, options: CaseOptions, idOrName = ''): Promise<void> {
  const matching = (await store.read.deletedCases()).filter(({ id, name }) => id === idOrName || name === idOrName)
  if (matching.length > 1)
    throw new UserFault(`${matching.length} deleted cases are named "${idOrName}". Use an id: ${matching.map(({ id }) => id).join(', ')}`, EXIT.usage)
  const restored = await store.write.restoreCase(matching[0]?.id ?? idOrName)
  await engine.claimsChanged(restored.id)
  if (options.json) printJson(restored)
  else print(`Restored ${caseNameText(restored)}, ${restored.id}.`)
}
