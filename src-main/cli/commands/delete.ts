import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { inContext, onToken, tokenCommand } from '../command.ts'
import type { Deletion } from '../../../src-shared/contract/records/deletions.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { countOf, timeText } from '../../../src-shared/domain/shown.ts'
import type { Context } from '../../context.ts'
import { UserFault } from '../../lib/app-error.ts'
import type { Store } from '../../store/interface.ts'
import { EXIT, print, printJson } from '../output.ts'
import type { CommonOptions } from '../session.ts'
import { caseNameText } from './case-session.ts'
import { unknownToken } from './records.ts'

interface DeleteOptions extends CommonOptions {
  readonly yes?: boolean
  readonly snapshot?: number
  readonly scan?: number
}

type Part = Parameters<Store['read']['casesAbout']>[0]['part']

export function addDelete(program: Command): void {
  tokenCommand(
    program,
    'delete',
    'delete a token with its facts, snapshots and scans, or one snapshot or scan of it; it can be restored until the database is compacted',
  )
    .option('--snapshot <time>', 'only the snapshot of this time, in Unix seconds', Number)
    .option('--scan <time>', 'only the scan made at this time, in Unix seconds', Number)
    .option('--yes', 'do not ask for confirmation, even if a case refers to it')
    .action(
      onToken<DeleteOptions>((options, token) => {
        const part = partOf(options)
        return async (context) => {
          const { store } = context
          if (part === null && (await store.read.token(token)) === null) throw unknownToken(token)
          if (options.yes !== true) await confirm(token, part, store)
          const deletion = await remove(context, token, part)
          if (options.json) printJson(deletion)
          else print(`Deleted ${describe(deletion)}. To restore it: holderscope restore ${deletion.id}`)
        }
      }),
    )
}

function partOf({ snapshot, scan }: DeleteOptions): Part {
  if (snapshot !== undefined && scan !== undefined) throw new UserFault('Name a snapshot or a scan, not both.', EXIT.usage)
  const at = snapshot ?? scan
  if (at === undefined) return null
  if (!Number.isSafeInteger(at)) throw new UserFault('The time of a snapshot or scan must be in Unix seconds.', EXIT.usage)
  return { kind: snapshot === undefined ? 'scan' : 'snapshot', at }
}

async function remove({ store, engine }: Context, token: TokenKey, part: Part): Promise<Deletion> {
  if (part?.kind === 'snapshot') return store.write.deleteSnapshot({ token, timestamp: part.at })
  const deletion = part === null ? await store.write.deleteToken(token) : await store.write.deleteScan({ token, generatedAt: part.at })
  if (deletion === null) throw unknownToken(token)
  engine.factsChanged(token)
  return deletion
}

/** `restore`, with and without an id. */
export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('restore a deleted token, snapshot or scan, or an import that was undone; without an id, list what can be restored')
    .argument('[id]', 'its number in the list')
    .action(
      inContext<CommonOptions, [id?: string]>(({ json }, id) => {
        if (id !== undefined && !/^\d{1,15}$/.test(id)) throw new UserFault('The id must be a number from the list: holderscope restore', EXIT.usage)
        return async ({ store, importer }) => {
          if (id === undefined) {
            const deletions = await store.read.deletions()
            if (json) return printJson(deletions)
            return print(deletions.length === 0 ? 'Nothing was deleted since the database was compacted.' : deletions.map(line).join('\n'))
          }
          const restored = await importer.restore(Number(id))
          if (json) printJson(restored)
          else print(`Restored ${describe(restored)}.`)
        }
      }),
    )
}

const line = (deletion: Deletion): string => `${deletion.id}  ${timeText(deletion.deleted_at)}  ${describe(deletion)}`

/** Describes what is or was deleted, with the rows that belong to it. */
export function describe({ kind, network, token_address, name, part, rows }: Deletion): string {
  const token = `${name === null || kind === 'import' ? '' : `${name}, `}${token_address} on ${network}`
  if (kind === 'snapshot' || kind === 'scan') return `the ${kind} of ${timeText(Number(part))} of ${token}`
  const parts = [
    countOf(rows.holders, 'balance'),
    countOf(rows.transfers, 'transfer'),
    countOf(rows.trades, 'trade'),
    countOf(rows.snapshots, 'snapshot'),
    countOf(rows.scans, 'scan'),
  ]
  return `${kind === 'import' ? `the import of ${name ?? 'a file'} for ` : ''}${token}, with ${parts.filter((each) => !each.startsWith('0 ')).join(', ') || 'no facts'}`
}

/** @throws UserFault if the answer is not yes, or stdin is not a terminal */
async function confirm(token: TokenKey, part: Part, store: Store): Promise<void> {
  const cases = (await store.read.casesAbout({ token, part, viewer: undefined })).seen.map(caseNameText)
  const used = cases.length === 0 ? '' : ` ${cases.join(', ')} ${cases.length === 1 ? 'refers' : 'refer'} to it.`
  if (!process.stdin.isTTY) throw new UserFault(`Add --yes to delete without being asked.${used}`, EXIT.usage)
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const what = part === null ? 'everything that is stored' : `the ${part.kind} of ${timeText(part.at)}`
  const answer = await prompt.question(`Delete ${what} of ${token.address} on ${token.network}?${used} [y/N] `)
  prompt.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new UserFault('Nothing was deleted.', EXIT.failed)
}
