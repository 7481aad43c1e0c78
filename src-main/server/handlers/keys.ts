import { SERVICE } from '../../bus/events.ts'
import { liveAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'
import { AppError } from '../../lib/app-error.ts'
import { createKey as makeKey } from '../auth/api-keys.ts'
import { isOperator } from '../auth/caller.ts'

/** The owner's keys. Their secrets cannot be read anywhere. */

export const keys: Handler<'keys'> = async ({ caller }, { keys: ring, clock }) => {
  const own = (await ring.list()).filter(({ owner }) => isOperator(caller) || owner === caller?.owner)
  return liveAnswer({ keys: own }, clock)
}

export const createKey: Handler<'createKey'> = async ({ body, caller }, { store, clock, keys: ring }) => {
  if (!isOperator(caller)) throw new AppError('forbidden', { message: 'Only a key without an owner can create keys.' })
  const created = await makeKey(store, clock, body)
  await ring.load()
  return liveAnswer(created, clock)
}

export const revokeKey: Handler<'revokeKey'> = async ({ params, caller }, { keys: ring, bus, clock }) => {
  const revoked = await ring.revoke(params.id, ({ owner }) => isOperator(caller) || owner === caller?.owner)
  bus.publish('settings', SERVICE, { changed: 'keys' })
  return liveAnswer(revoked, clock)
}
