import { Argument, type Command } from 'commander'
import { setCaseSharingBody, type CaseAccess } from '../../../src-shared/contract/records/cases.ts'
import type { Context } from '../../context.ts'
import { UserFault } from '../../lib/app-error.ts'
import { EXIT, print, printJson } from '../output.ts'
import { table } from '../table.ts'
import { act, caseInUse, type CaseOptions } from './case-session.ts'

type Member = { readonly name: string; readonly access: CaseAccess }

const NO_ACCESS = 'none'

/** `case share|owner`: who may use a case (docs/team.md#users). */
export function addCaseSharing(onCase: (name: string, about: string) => Command): void {
  onCase('share', 'print with whom the case is shared, or share it')
    .argument('[user]', 'an owner of keys, or * for every user')
    .addArgument(new Argument('[access]').choices(['read', 'write', NO_ACCESS]))
    .action(act(share))
  onCase('owner', 'give the case to a user, or without one to everyone').argument('[user]', 'an owner of keys').action(act(give))
}

async function share(context: Context, options: CaseOptions, name?: string, access = 'read'): Promise<void> {
  const { id, members } = await membersOf(context, options)
  if (name === undefined) return report(options, members)
  const others = members.filter((member) => member.name !== name || member.access === 'own')
  return save(context, options, id, access === NO_ACCESS ? others : [...others, { name, access: access as CaseAccess }])
}

async function give(context: Context, options: CaseOptions, name?: string): Promise<void> {
  const { id, members } = await membersOf(context, options)
  const rest = members.filter((member) => member.access !== 'own' && member.name !== name)
  return save(context, options, id, name === undefined ? [] : [{ name, access: 'own' }, ...rest])
}

async function membersOf({ store }: Context, options: CaseOptions): Promise<{ id: string; members: readonly Member[] }> {
  const { id } = await caseInUse(store, options)
  return { id, members: (await store.read.caseMembers(id)).map(({ name, access }) => ({ name, access })) }
}

async function save({ store }: Context, options: CaseOptions, id: string, members: readonly Member[]): Promise<void> {
  const owner = members.find(({ access }) => access === 'own')?.name ?? null
  const parsed = setCaseSharingBody.safeParse({ owner, shares: members.filter(({ access }) => access !== 'own') })
  if (!parsed.success) throw new UserFault(parsed.error.issues[0]?.message ?? 'The user is not valid.', EXIT.usage)
  await store.write.saveCaseMembers({ id, members })
  report(options, members)
}

function report(options: CaseOptions, members: readonly Member[]): void {
  if (options.json) return printJson(members)
  if (members.length === 0) return print('The case belongs to everyone.')
  const cells = members.map(({ name, access }) => [name, access])
  print(table(['user', 'access'], cells))
}
