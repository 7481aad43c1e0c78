import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { AppError } from '../../lib/app-error.ts'
import type { CaseReference } from '../../../src-shared/contract/records/deletions.ts'
import type { Store } from '../../store/interface.ts'
import { liveAnswer } from '../http/answer.ts'
import type { Handler, ServerContext } from '../context.ts'

/** Deletes and restores tokens, snapshots, scans and imports. */

export const deletions: Handler<'deletions'> = async (_call, { store, clock }) => liveAnswer({ deletions: await store.read.deletions() }, clock)

export const restoreDeletion: Handler<'restoreDeletion'> = async ({ params: { id } }, { importer, clock }) =>
  liveAnswer(await importer.restore(id), clock)

export const caseReferences: Handler<'caseReferences'> = async ({ token, query: { snapshot, scan } }, { store, clock }) => {
  const part =
    snapshot !== undefined ? ({ kind: 'snapshot', at: snapshot } as const) : scan === undefined ? null : ({ kind: 'scan', at: scan } as const)
  return liveAnswer({ cases: await store.read.casesAbout({ token, part }) }, clock)
}

export const deleteToken: Handler<'deleteToken'> = async ({ token, query }, context) => {
  const { store, engine, clock } = context
  if ((await store.read.token(token)) === null) throw new AppError('token_not_found', { say: 'This token is not stored.' })
  await refuseBusy(token, context)
  if (query.even_if_used !== 'true') await refuseUsed(store, token, null)
  const deletion = await store.write.deleteToken(token)
  engine.factsChanged(token)
  if (deletion === null) throw new AppError('token_not_found', { say: 'This token is not stored.' })
  return liveAnswer(deletion, clock)
}

export const deleteSnapshot: Handler<'deleteSnapshot'> = async ({ token, params: { timestamp }, query }, { store, clock }) => {
  if (query.even_if_used !== 'true') await refuseUsed(store, token, { kind: 'snapshot', at: timestamp })
  return liveAnswer(await store.write.deleteSnapshot({ token, timestamp }), clock)
}

export const deleteScan: Handler<'deleteScan'> = async ({ token, params: { generated_at: generatedAt }, query }, { store, engine, clock }) => {
  if (query.even_if_used !== 'true') await refuseUsed(store, token, { kind: 'scan', at: generatedAt })
  const deletion = await store.write.deleteScan({ token, generatedAt })
  engine.factsChanged(token)
  return liveAnswer(deletion, clock)
}

export const takeBackImport: Handler<'takeBackImport'> = async ({ params: { sha256 } }, { importer, clock }) =>
  liveAnswer(await importer.takeBack(sha256), clock)

async function refuseBusy(token: TokenKey, { jobs, follow }: ServerContext): Promise<void> {
  const isRead = (await jobs.list()).some(
    ({ network, token_address, state }) =>
      network === token.network && token_address === token.address && (state === 'running' || state === 'queued'),
  )
  if (isRead) throw new AppError('conflict', { say: 'This token is being read. Cancel its job, then delete it.' })
  if (follow.state(token).following) throw new AppError('conflict', { say: 'This token is being followed. Stop following it, then delete it.' })
}

/** @throws AppError `conflict` that names the cases */
async function refuseUsed(store: Store, token: TokenKey, part: Parameters<Store['read']['casesAbout']>[0]['part']): Promise<void> {
  const cases = await store.read.casesAbout({ token, part })
  if (cases.length > 0) throw new AppError('conflict', { say: `${usedBy(cases)} Repeat with even_if_used=true to delete it all the same.` })
}

const usedBy = (cases: readonly CaseReference[]): string =>
  `${cases.map(({ name }) => (name === null ? 'An unnamed case' : `The case “${name}”`)).join(', ')} ${cases.length === 1 ? 'refers' : 'refer'} to it.`
