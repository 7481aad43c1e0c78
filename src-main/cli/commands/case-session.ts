import { changeCaseBody, type CaseRecord, type CaseRequest } from '../../../src-shared/contract/records/cases.ts'
import type { Context } from '../../context.ts'
import { resolveCommand } from '../../engine/finding-evidence.ts'
import { AppError, UserFault } from '../../lib/app-error.ts'
import { unixSeconds } from '../../lib/clock.ts'
import type { Store } from '../../store/interface.ts'
import { EXIT, print, printJson } from '../output.ts'
import { inContext } from '../command.ts'
import type { CommonOptions } from '../session.ts'

export interface CaseOptions extends CommonOptions {
  readonly case?: string
}

/** Setting with the id of the case that commands without `--case` change. */
export const OPEN_CASE = 'cli.case'

export const caseNameText = ({ name }: { readonly name: string | null }): string => name ?? 'Unnamed case'

/** A command on the open case, or on the one that `--case` names. */
type Act = (context: Context, options: CaseOptions, ...args: (string | undefined)[]) => Promise<void>

export const act = (run: Act) =>
  inContext<CaseOptions, (string | undefined)[]>(
    (options, ...args) =>
      (context) =>
        run(context, options, ...args),
  )

export async function change({ store, engine, clock }: Context, options: CaseOptions, request: CaseRequest): Promise<void> {
  const record = await caseInUse(store, options)
  const parsed = changeCaseBody.safeParse({ revision: record.revision, command: request })
  if (!parsed.success) throw new UserFault(parsed.error.issues[0]?.message ?? 'The change is not valid.', EXIT.usage)
  const command = await resolveCommand({ store, engine }, record.id, parsed.data.command)
  const changed = await store.write.changeCase({ id: record.id, revision: record.revision, command, at: unixSeconds(clock) })
  if (options.json) printJson(changed)
  else print(changed.revision === record.revision ? 'The case already has this.' : `${changed.undo ?? ''}.`)
}

export async function caseInUse(store: Store, options: CaseOptions): Promise<CaseRecord> {
  const id = options.case ?? ((await store.read.setting(OPEN_CASE)) || null)
  if (id === null) throw new UserFault('No case is open. Open one: holderscope case open ID', EXIT.usage)
  return load(store, id)
}

/** Loads a case by its id, or by its name if only one case has it. */
export async function load(store: Store, idOrName: string): Promise<CaseRecord> {
  const named = (await store.read.cases()).filter(({ id, name }) => id !== idOrName && name === idOrName)
  if (named.length > 1) throw new UserFault(`${named.length} cases are named "${idOrName}". Use an id: holderscope case list`, EXIT.usage)
  const record = await store.read.caseRecord(named[0]?.id ?? idOrName)
  if (record === null) throw new AppError('not_found', { message: `Case ${idOrName} does not exist. List cases: holderscope case list` })
  return record
}
