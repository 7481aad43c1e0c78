import { createServer } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { missingPostgres, startPostgres, type PostgresServer } from '../../../e2e/fixtures/postgres.ts'
import { natsMissing } from '../../../e2e/fixtures/nats/nats.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { WatchRule } from '../../../src-shared/contract/records/watch.ts'
import { WEBHOOKS } from '../../bus/events.ts'
import type { Bus } from '../../bus/interface.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import { openNatsPair } from '../../bus/testing/nats-pair.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger, type Logger } from '../../lib/logger.ts'
import { openStore } from '../../store/client.ts'
import type { Store } from '../../store/interface.ts'
import { sampleToken, tempStore } from '../../store/testing/samples.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import { NOT_FOLLOWED } from '../follow/followed-token.ts'
import { newRead } from '../jobs/plan.ts'
import { quietEngine } from '../testing/quiet-engine.ts'
import { watchedToken, webhookRule } from '../testing/webhook-rule.ts'
import { createWatch, type Watch } from './watch.ts'
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

async function openReceiver(): Promise<{ readonly url: string; readonly received: readonly string[]; close(): void }> {
  const received: string[] = []
  const server = createServer(({ headers }, response) => {
    received.push(String(headers['holderscope-event-id']))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, received, close: () => void server.close() }
}

/** Stores an alert about a block. Returns its id, which is also that of its call. */
async function makeAlert(store: Store, rule: WatchRule, block = 1): Promise<string | undefined> {
  const match = { key: `event ${block}`, reason: 'Event.', at: 1, block, wallets: [], evidence: [], rule }
  const of = { token: watchedToken, tokenName: null, moment: null, snapshot: null }
  return (await store.write.recordWatch({ ...of, matches: [match], now: systemClock.now() }))[0]?.id
}

function watchOver(store: Store, bus: Bus, logger: Logger): Watch {
  const follow = { watch: () => () => undefined, state: () => NOT_FOLLOWED }
  const ended = async (): Promise<JobRecord> => ({ ...newRead('job', watchedToken, { depth: 1, sinceBlock: null }, 0), state: 'done' })
  return createWatch({ store, bus, engine: quietEngine(), follow, jobs: { ended }, clock: systemClock, logger })
}

test('webhooks report alerts whose blocks were reverted before their token was followed again', async () => {
  const temp = tempStore()
  const store = await openTestStore(temp.path)
  const { url, received, close } = await openReceiver()
  const rule = webhookRule(url)
  await store.write.saveToken(sampleToken({ address: watchedToken.address }))
  await store.write.saveWatchRule(rule)
  const id = await makeAlert(store, rule, 5)
  const bus = createLocalBus()
  const watch = watchOver(store, bus, silentLogger)
  await watch.start()
  await expect.poll(() => store.read.nextCallAt()).toBeNull()
  await store.write.rollBackBlocks({ token: watchedToken, from: 5 })
  bus.publish('follow', watchedToken, { ...NOT_FOLLOWED, following: true, state: 'starting', last_block: 4, withdrawn: { from: 5, at: 1 } })
  await expect.poll(() => received).toEqual([id, `${id}.reverted`])
  await watch.close()
  await store.close()
  temp.remove()
  close()
})

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
    const { url, received, close } = await openReceiver()
    const rule = webhookRule(url)
    await store.write.saveWatchRule(rule)
    const id = await makeAlert(store, rule)
    const { logger, logged } = loggerUntil('calls of webhooks failed')
    const webhooks = createWebhooks({ store, bus: createLocalBus(), clock: systemClock, logger, retry: { firstMs: 50 } })
    await server.stop()
    webhooks.wake()
    await logged
    await server.start()
    await expect.poll(() => received).toEqual([id])
    await expect.poll(() => store.read.nextCallAt()).toBeNull()
    await webhooks.close()
    close()
  })

  it('the creator of a token that was read then is compared with the rules once it is back', async () => {
    const { network, address } = watchedToken
    const creator = sampleToken().creator ?? ''
    await store.write.saveToken(sampleToken({ address }))
    const rule = { ...webhookRule(''), id: 'creator', webhook_url: null, condition: { kind: 'token_created' } as const }
    await store.write.saveWatchRule({ ...rule, subject: { kind: 'creator', network, address: creator } })
    const bus = createLocalBus()
    const { logger, logged } = loggerUntil('watch rules wait')
    const job = { ...newRead('job', watchedToken, { depth: 1, sinceBlock: null }, 0), state: 'done' } as const
    const watch = watchOver(store, bus, logger)
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
  const opened: { close(): Promise<void> }[] = []
  afterAll(async () => {
    for (const each of opened.reverse()) await each.close()
  })

  it('the lease is tried again after the first wait, and not before', async () => {
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
  })
})
