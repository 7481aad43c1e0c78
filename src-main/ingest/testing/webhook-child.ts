import { createLocalBus } from '../../bus/local-bus.ts'
import { writeSync } from 'node:fs'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openStore } from '../../store/client.ts'
import { createWebhooks } from '../watch/webhooks.ts'
import { webhookRule, watchedToken } from './webhook-rule.ts'

/** Run by webhooks.test.ts in a child process. Makes one alert after another, calls its webhook, and reports each id once it is stored. */

const REPORTS = 3
const [path = '', url = '', count = '0'] = process.argv.slice(2)
const store = await openStore({ location: { file: path }, logger: silentLogger })
const rule = webhookRule(url)
await store.write.saveWatchRule(rule)
const webhooks = createWebhooks({ store, bus: createLocalBus(), clock: systemClock, logger: silentLogger, retry: { firstMs: 5, longestMs: 40 } })
webhooks.wake()
const [newest] = (await store.read.watchAlerts({ unread: false, before: null, limit: 1 })).alerts
for (let n = newest?.number ?? 0; n < Number(count); n++) {
  const match = { key: `event ${n}`, reason: `Event ${n}.`, at: n, block: n, wallets: [], evidence: [], rule }
  const [alert] = await store.write.recordWatch({
    token: watchedToken,
    tokenName: null,
    moment: null,
    matches: [match],
    snapshot: null,
    now: systemClock.now(),
  })
  webhooks.wake()
  writeSync(REPORTS, `${alert?.id}\n`)
}
while ((await store.read.nextCallAt()) !== null) await new Promise((resolve) => setTimeout(resolve, 5))
await webhooks.close()
await store.close()
