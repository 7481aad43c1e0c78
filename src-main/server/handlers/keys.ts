import type { Handler } from '../context.ts'
import { createKey as makeKey, keyRecord } from '../keys.ts'

/** The owner's keys. Their secrets are nowhere to be read. */

export const keys: Handler<'keys'> = async (_call, { store }) => ({
  kind: 'value',
  value: { keys: (await store.read.keys()).map(keyRecord) },
  provenance: null,
})

export const createKey: Handler<'createKey'> = async ({ body }, { store, clock, keys: ring }) => {
  const created = await makeKey(store, clock, body)
  await ring.load()
  return { kind: 'value', status: 201, value: created, provenance: null }
}

export const revokeKey: Handler<'revokeKey'> = async ({ params }, { keys: ring }) => ({
  kind: 'value',
  value: await ring.revoke(params.id),
  provenance: null,
})
