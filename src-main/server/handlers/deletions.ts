import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Store } from '../../store/interface.ts'
import { liveAnswer } from '../http/answer.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import type { Caller } from '../auth/caller.ts'
import type { Handler, ServerContext } from '../context.ts'
import { viewerOf } from './shared/case-of-request.ts'

/** Deletes and restores tokens, snapshots, scans and imports. */

export const deletions: Handler<'deletions'> = async (_call, { store, clock }) => liveAnswer({ deletions: await store.read.deletions() }, clock)

export const restoreDeletion: Handler<'restoreDeletion'> = async ({ params: { id } }, { importer, clock }) =>
  liveAnswer(await importer.restore(id), clock)

export const caseReferences: Handler<'caseReferences'> = async ({ token, query: { snapshot, scan }, caller }, { store, clock }) => {
  const part =
    snapshot !== undefined ? ({ kind: 'snapshot', at: snapshot } as const) : scan === undefined ? null : ({ kind: 'scan', at: scan } as const)
  return liveAnswer({ cases: (await store.read.casesAbout({ token, part, viewer: viewerOf(caller) })).seen }, clock)
}

export const deleteToken: Handler<'deleteToken'> = async ({ token, query, caller }, context) => {
  const { store, engine, clock } = context
  if ((await store.read.token(token)) === null) throw new AppError('token_not_found', { message: 'This token is not stored.' })
  await refuseBusy(token, context)
  if (query.even_if_used !== 'true') await refuseUsed(store, caller, token, null)
  const deletion = await store.write.deleteToken(token)
  engine.factsChanged(token)
  if (deletion === null) throw new AppError('token_not_found', { message: 'This token is not stored.' })
  return liveAnswer(deletion, clock)
}

export const deleteSnapshot: Handler<'deleteSnapshot'> = async ({ token, params: { timestamp }, query, caller }, { store, clock }) => {
  if (query.even_if_used !== 'true') await refuseUsed(store, caller, token, { kind: 'snapshot', at: timestamp })
  return liveAnswer(await store.write.deleteSnapshot({ token, timestamp }), clock)
}

export const deleteScan: Handler<'deleteScan'> = async (
  { token, params: { generated_at: generatedAt }, query, caller },
  { store, engine, clock },
) => {
  if (query.even_if_used !== 'true') await refuseUsed(store, caller, token, { kind: 'scan', at: generatedAt })
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
  if (isRead) throw new AppError('conflict', { message: 'This token is being read. Cancel its job, then delete it.' })
  if (follow.state(token).following) throw new AppError('conflict', { message: 'This token is being followed. Stop following it, then delete it.' })
}

type Part = Parameters<Store['read']['casesAbout']>[0]['part']

/** @throws AppError `conflict` that names the cases, and counts those that the caller may not see */
async function refuseUsed(store: Store, caller: Caller | null, token: TokenKey, part: Part): Promise<void> {
  const { seen, hidden } = await store.read.casesAbout({ token, part, viewer: viewerOf(caller) })
  const named = seen.map(({ name }) => (name === null ? 'An unnamed case' : `The case “${name}”`))
  const all = hidden === 0 ? named : [...named, `${countOf(hidden, 'case')} of other users`]
  if (all.length === 0) return
  const says = `${all.join(', ')} ${seen.length + hidden === 1 ? 'refers' : 'refer'} to it.`
  throw new AppError('conflict', { message: `${says} Repeat with even_if_used=true to delete it all the same.` })
}
