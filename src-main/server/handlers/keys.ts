import { SERVICE } from '../../bus/events.ts'
import { liveAnswer, liveProvenance } from '../http/answer.ts'
import type { Handler } from '../context.ts'
import { createKey as makeKey } from '../auth/api-keys.ts'

/** The owner's keys. Their secrets are nowhere to be read. */

export const keys: Handler<'keys'> = async (_call, { keys: ring, clock }) => liveAnswer({ keys: await ring.list() }, clock)

export const createKey: Handler<'createKey'> = async ({ body }, { store, clock, keys: ring }) => {
  const created = await makeKey(store, clock, body)
  await ring.load()
  return { kind: 'value', status: 201, value: created, provenance: liveProvenance(clock) }
}

export const revokeKey: Handler<'revokeKey'> = async ({ params }, { keys: ring, bus, clock }) => {
  const revoked = await ring.revoke(params.id)
  bus.publish('settings', SERVICE, { changed: 'keys' })
  return liveAnswer(revoked, clock)
}
