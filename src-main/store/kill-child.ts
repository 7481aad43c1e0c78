import { silentLogger } from '../lib/logger.ts'
import { openStore } from './client.ts'
import { sampleTransfer, TOKEN, txHash } from './samples.ts'

/** Run by kill.test.ts as a process of its own: writes numbered rows for ever and says each number once it is acknowledged. */

const [path = '', first = '0'] = process.argv.slice(2)
const store = await openStore({ path, logger: silentLogger })
for (let n = Number(first); ; n++) {
  await Promise.all([
    store.write.saveTransfers({
      token: TOKEN,
      rows: [sampleTransfer({ position: { block: n, tx: 0, event: 0 }, tx: txHash(n) })],
      covers: { from: n, to: n },
    }),
    store.write.saveSetting({ name: `row ${n}`, value: String(n) }),
  ])
  process.stdout.write(`${n}\n`)
}
