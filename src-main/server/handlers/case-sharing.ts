import type { CaseSharing } from '../../../src-shared/contract/records/cases.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Store } from '../../store/interface.ts'
import { isOperator, type Caller } from '../auth/caller.ts'
import type { Handler } from '../context.ts'
import { liveAnswer } from '../http/answer.ts'
import { accessOf, noCase, ownerOf } from './shared/case-of-request.ts'

/** Who owns a case, and with whom it is shared (docs/team.md#users). */

export const caseSharing: Handler<'caseSharing'> = async ({ params, caller }, { store, clock }) => {
  if ((await store.read.caseHistory({ id: params.id, before: null, limit: 1 })) === null) throw noCase()
  return liveAnswer(await sharingOf(store, params.id, caller), clock)
}

export const setCaseSharing: Handler<'setCaseSharing'> = async ({ params: { id }, body: { owner, shares }, caller }, { store, clock }) => {
  if (owner !== null && !isOperator(caller) && ownerOf(await store.read.caseMembers(id)) === null)
    throw new AppError('forbidden', { message: 'This case belongs to everyone. Only a key without an owner can give it to a user.' })
  const members = owner === null ? [] : [{ name: owner, access: 'own' as const }, ...shares]
  await store.write.saveCaseMembers({ id, members })
  return liveAnswer(await sharingOf(store, id, caller), clock)
}

async function sharingOf(store: Store, id: string, caller: Caller | null): Promise<CaseSharing> {
  const members = await store.read.caseMembers(id)
  return {
    owner: ownerOf(members),
    // A caller that gave the case away can read the result once.
    access: accessOf(caller, members) ?? 'read',
    shares: members.flatMap(({ name, access }) => (access === 'own' ? [] : [{ name, access }])),
  }
}
