import { CASE_ACCESS, type CaseAccess } from '../../../../src-shared/contract/records/cases.ts'
import { EVERYONE } from '../../../../src-shared/domain/users.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { CaseMember, CaseViewer, Store } from '../../../store/interface.ts'
import { isOperator, type Caller } from '../../auth/caller.ts'

/** What a caller may do with cases (docs/team.md#users). */

export const noCase = (): AppError => new AppError('not_found', { message: 'This case does not exist.' })

const REFUSALS: Readonly<Record<CaseAccess, string>> = {
  read: '',
  write: 'This case is shared with you to read.',
  own: 'Only the owner of this case may do that.',
}

/** Null if the caller may not see the case. A case without an owner belongs to everyone. */
export function accessOf(caller: Caller | null, members: readonly CaseMember[]): CaseAccess | null {
  if (isOperator(caller) || members.length === 0) return 'own'
  const own = members.flatMap(({ name, access }) => (name === EVERYONE || name === caller?.owner ? [access] : []))
  return CASE_ACCESS.findLast((access) => own.includes(access)) ?? null
}

/** @throws AppError `not_found` for a case that the caller may not see, `forbidden` if the caller's access is not sufficient */
export async function requireCase({ store }: { readonly store: Store }, caller: Caller | null, id: string, wanted: CaseAccess): Promise<void> {
  if (isOperator(caller)) return
  const access = accessOf(caller, await store.read.caseMembers(id))
  if (access === null) throw noCase()
  if (CASE_ACCESS.indexOf(access) < CASE_ACCESS.indexOf(wanted)) throw new AppError('forbidden', { message: REFUSALS[wanted] })
}

/** Whose cases the caller may see, in the form of the store's queries. */
export const viewerOf = (caller: Caller | null): CaseViewer => (isOperator(caller) ? undefined : (caller?.owner ?? null))

export const ownerOf = (members: readonly CaseMember[]): string | null => members.find(({ access }) => access === 'own')?.name ?? null
