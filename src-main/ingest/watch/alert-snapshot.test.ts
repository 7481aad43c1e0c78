import { expect, it, vi } from 'vitest'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { sampleToken, snapshotJson, wallet } from '../../store/testing/samples.ts'
import { NOT_FOLLOWED } from '../follow/followed-token.ts'
import { withOwnReads } from '../testing/own-reads.ts'
import { newRule } from './check-rule.ts'
import { createWatch } from './watch.ts'

it('an alert whose snapshot could not be taken links to none, rather than to an earlier one', () =>
  withOwnReads('eth', async ({ store, bus, engine, closing }) => {
    const token = sampleToken({ creator: wallet(0x11) })
    await store.write.saveToken(token)
    await store.write.saveSnapshot({ token, json: snapshotJson(1_600_000_000) })
    const rule = newRule(
      {
        ...{ name: 'new tokens', enabled: true, subject: { kind: 'creator', network: 'eth', address: wallet(0x11) } },
        ...{ condition: { kind: 'token_created' }, quiet_seconds: 0, notice: false, webhook_url: null },
      },
      0,
    )
    await store.write.saveWatchRule(rule)
    const failing = { ...engine, takeSnapshot: () => Promise.reject(new Error('the disk is full')) }
    const job: JobRecord = {
      ...{ id: 'one', kind: 'read', network: 'eth', token_address: token.address, state: 'done', stages: [], created_at: 0, updated_at: 0 },
      ...{ seconds_left: null, error: null, options: { depth: 500, since_block: null } },
    }
    const follow = { watch: () => () => undefined, state: () => NOT_FOLLOWED }
    const jobs = { ended: () => Promise.resolve(job) }
    const watch = closing(createWatch({ store, bus, engine: failing, follow, jobs, clock: systemClock, logger: silentLogger }))
    await watch.start()
    bus.publish('jobs', token, job)
    await vi.waitFor(async () => {
      const { alerts } = await store.read.watchAlerts({ unread: false, before: null, limit: 10 })
      expect(alerts.map(({ rule_name, snapshot }) => [rule_name, snapshot])).toEqual([['new tokens', null]])
    })
  }))
