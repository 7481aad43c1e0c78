import type { WatchRule } from '../../../src-shared/contract/records/watch.ts'
import { checkRule, newRule } from '../../ingest/watch/check-rule.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds } from '../../lib/clock.ts'
import type { Handler } from '../context.ts'
import { liveAnswer } from '../http/answer.ts'

/** Watch rules, and the inbox of their alerts. */

const ALERTS_DEFAULT = 100

export const watchRules: Handler<'watchRules'> = async (_call, { store, clock }) => liveAnswer({ rules: await store.read.watchRules() }, clock)

export const createWatchRule: Handler<'createWatchRule'> = async ({ body }, { store, watch, clock }) => {
  const value = newRule(await checkRule(store, body), unixSeconds(clock))
  await store.write.saveWatchRule(value)
  await watch.rulesChanged()
  return liveAnswer(value, clock)
}

export const changeWatchRule: Handler<'changeWatchRule'> = async ({ params, body }, { store, watch, clock }) => {
  const before = (await store.read.watchRules()).find(({ id }) => id === params.id)
  if (before === undefined) throw noRule()
  const changed: WatchRule = { ...before, ...(await checkRule(store, body)), changed_at: unixSeconds(clock) }
  await store.write.saveWatchRule(changed)
  await watch.rulesChanged()
  return liveAnswer(changed, clock)
}

export const deleteWatchRule: Handler<'deleteWatchRule'> = async ({ params }, { store, watch, clock }) => {
  const deleted = await store.write.deleteWatchRule(params.id)
  if (deleted === null) throw noRule()
  await watch.rulesChanged()
  return liveAnswer(deleted, clock)
}

export const testWatchRule: Handler<'testWatchRule'> = async ({ body }, { store, watch, clock }) =>
  liveAnswer(await watch.test(await checkRule(store, body)), clock)

export const watchAlerts: Handler<'watchAlerts'> = async ({ query: { unread, before = null, limit = ALERTS_DEFAULT } }, { store, clock }) =>
  liveAnswer(await store.read.watchAlerts({ unread: unread !== undefined, before, limit }), clock)

export const readWatchAlerts: Handler<'readWatchAlerts'> = async ({ body }, { store, clock }) => {
  await store.write.markAlertsRead({ ids: body.ids, at: unixSeconds(clock) })
  return liveAnswer(await store.read.watchAlerts({ unread: false, before: null, limit: ALERTS_DEFAULT }), clock)
}

const noRule = (): AppError => new AppError('not_found', { message: 'This watch rule does not exist.' })
