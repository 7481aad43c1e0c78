import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { isNetworkId } from '../../../src-shared/networks.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openStore } from '../../store/client.ts'
import { createAdapters } from '../adapters.ts'
import { createJobs } from '../jobs/jobs.ts'
import { quietEngine } from './quiet-engine.ts'

/** `node read-once.ts STORE URL TOKEN [NETWORK] [DEPTH] [ARCHIVE]`: resumes an interrupted read or starts one, and prints the job when it ends. The test kills it. */
const [, , path, url, token, network = 'eth', depth = '500', archive] = process.argv
if (path === undefined || url === undefined || token === undefined || !isNetworkId(network)) throw new Error('usage: read-once.ts STORE URL TOKEN')
const store = await openStore({ location: { file: path }, logger: silentLogger })
const jobs = createJobs({
  store,
  engine: quietEngine(),
  adapters: createAdapters({
    sources: { [network]: [url] },
    ...(archive === undefined ? {} : { archive: () => () => [{ protocol: 'portal', url: archive, dataset: 'test-net', key: null }] }),
  }),
  clock: systemClock,
  logger: silentLogger,
})
await jobs.resumeInterrupted()
const [interrupted] = await jobs.list()
const job = interrupted ?? (await jobs.start({ network, address: trustedAddress(token) }, { depth: Number(depth), sinceBlock: null }))
process.stdout.write(`${JSON.stringify(await jobs.ended(job.id))}\n`)
await jobs.close()
await store.close()
