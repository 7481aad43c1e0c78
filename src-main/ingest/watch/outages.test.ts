import { createServer } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missingPostgres, startPostgres, type PostgresServer } from '../../../e2e/fixtures/postgres.ts'
import { natsMissing } from '../../../e2e/fixtures/nats/nats.ts'
import { WEBHOOKS } from '../../bus/events.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import { openNatsPair } from '../../bus/testing/nats-pair.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger, type Logger } from '../../lib/logger.ts'
import { openStore } from '../../store/client.ts'
import type { Store } from '../../store/interface.ts'
import { sampleToken } from '../../store/testing/samples.ts'
import { NOT_FOLLOWED } from '../follow/followed-token.ts'
import { newRead } from '../jobs/plan.ts'
import { quietEngine } from '../testing/quiet-engine.ts'
import { watchedToken, webhookRule } from '../testing/webhook-rule.ts'
import { createWatch } from './watch.ts'
import { createWebhooks } from './webhooks.ts'

/** Watch rules and their webhooks while the database or the lease is away. */

/** Resolves once a message has been logged. */
function loggerUntil(message: string): { readonly logger: Logger; readonly logged: Promise<null> } {
  const { promise: logged, resolve } = Promise.withResolvers<null>()
  const write = (line: string): void => {
    if (line.includes(message)) resolve(null)
  }
  return { logger: pino({ level: 'warn' }, { write }), logged }
}

describe.skipIf(missingPostgres !== null)('while PostgreSQL is away', () => {
  let server: PostgresServer
  let store: Store
  beforeAll(async () => {
    server = await startPostgres()
    store = await openStore({ location: { postgres: server.url() }, logger: silentLogger })
  })
  afterAll(async () => {
    await store.close()
    await server.remove()
  })

  it('a webhook call waits, and is sent without another alert', async () => {
    const received: string[] = []
    const receiver = createServer(({ headers }, response) => {
      received.push(String(headers['holderscope-event-id']))
      response.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const rule = webhookRule(`http://127.0.0.1:${(receiver.address() as { port: number }).port}/`)
    await store.write.saveWatchRule(rule)
    const match = { key: 'event', reason: 'Event.', at: 1, block: 1, wallets: [], evidence: [], rule }
    const now = systemClock.now()
    const of = { token: watchedToken, tokenName: null, moment: null, snapshot: null }
    const [alert] = await store.write.recordWatch({ ...of, matches: [match], now })
    const { logger, logged } = loggerUntil('calls of webhooks failed')
    const webhooks = createWebhooks({ store, bus: createLocalBus(), clock: systemClock, logger, retry: { firstMs: 50 } })
    await server.stop()
    webhooks.wake()
    await logged
    await server.start()
    await expect.poll(() => received).toEqual([alert?.id])
    await expect.poll(() => store.read.nextCallAt()).toBeNull()
    await webhooks.close()
    receiver.close()
  })

  it('the creator of a token that was read then is compared with the rules once it is back', async () => {
    const { network, address } = watchedToken
    const creator = sampleToken().creator ?? ''
    await store.write.saveToken(sampleToken({ address }))
    const rule = { ...webhookRule(''), id: 'creator', webhook_url: null, condition: { kind: 'token_created' } as const }
    await store.write.saveWatchRule({ ...rule, subject: { kind: 'creator', network, address: creator } })
    const bus = createLocalBus()
    const { logger, logged } = loggerUntil('watch rules wait')
    const follow = { watch: () => () => undefined, state: () => NOT_FOLLOWED }
    const jobs = { ended: async () => job }
    const job = { ...newRead('job', watchedToken, { depth: 1, sinceBlock: null }, 0), state: 'done' } as const
    const watch = createWatch({ store, bus, engine: quietEngine(), follow, jobs, clock: systemClock, logger })
    await watch.start()
    const alerts: string[] = []
    bus.subscribe('alerts', (_token, { rule_id }) => alerts.push(rule_id))
    await server.stop()
    bus.publish('jobs', watchedToken, job)
    await logged
    await server.start()
    await expect.poll(() => alerts).toEqual(['creator'])
    await watch.close()
  })
})

describe.skipIf(natsMissing() !== null)('while another process calls webhooks', () => {
  it('the lease is tried again after the first wait, and not before', async () => {
    const opened: { close(): Promise<void> }[] = []
    const [one, other] = await openNatsPair(opened)
    const lease = await other.tryLease(WEBHOOKS)
    let tries = 0
    const bus = { tryLease: (subject: Parameters<typeof one.tryLease>[0]) => ((tries += 1), one.tryLease(subject)) }
    const [firstMs, waits] = [100, 5]
    const reads = { dueCalls: async () => [], nextCallAt: async () => null }
    const store = { read: reads, write: {} } as unknown as Store
    const webhooks = createWebhooks({ store, bus, clock: systemClock, logger: silentLogger, retry: { firstMs } })
    webhooks.wake()
    await new Promise((resolve) => setTimeout(resolve, waits * firstMs))
    expect(tries).toBeLessThanOrEqual(waits + 1)
    await lease?.release()
    await webhooks.close()
    for (const each of opened.reverse()) await each.close()
  })
})
