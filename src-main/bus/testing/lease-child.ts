import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { silentLogger } from '../../lib/logger.ts'
import { openNatsBus } from '../nats/nats-bus.ts'

/**
 * A worker that takes a lease and writes a line every 50 ms while it holds it: `url network address file`. Each line is the fence. It prints `held`,
 * and `lost` at the end.
 */
const [url = '', network = '', address = '', file = ''] = process.argv.slice(2)
const bus = await openNatsBus(url, silentLogger)
const lease = await bus.lease({ network: network as 'eth', address }, new AbortController().signal)
process.stdout.write('held\n')
while (lease.isHeld()) {
  appendFileSync(file, `${lease.fence}\n`)
  await delay(50)
}
process.stdout.write('lost\n')
await bus.close()
