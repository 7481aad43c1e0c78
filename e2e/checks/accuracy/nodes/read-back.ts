import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AddressLabel } from '../../../../src-shared/domain/labels.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { createEngine } from '../../../../src-main/engine/engine.ts'
import { seedLabels } from '../../../../src-main/importers/labels/label-lists.ts'
import { createAdapters } from '../../../../src-main/ingest/adapters.ts'
import { createJobs } from '../../../../src-main/ingest/jobs/jobs.ts'
import { systemClock } from '../../../../src-main/lib/clock.ts'
import { silentLogger } from '../../../../src-main/lib/logger.ts'
import { openStore } from '../../../../src-main/store/client.ts'
import { detectionsFromRecords, type Detections } from '../detections.ts'
import type { Script } from '../script.ts'
import type { PlayedScript } from './script-player.ts'

const RESOURCES = fileURLToPath(new URL('../../../../resources', import.meta.url))
const DEPTH = 500

/**
 * Reads a played script as the app does, through adapter, read job, store and engine, and returns the detections of its records.
 *
 * @throws Error when the job fails
 */
export async function readBack(script: Script, network: NetworkId, played: PlayedScript): Promise<Detections> {
  const folder = await mkdtemp(join(tmpdir(), 'holderscope-accuracy-'))
  const store = await openStore({ location: { file: join(folder, 'store.db') }, logger: silentLogger })
  await seedLabels(store, RESOURCES)
  await store.write.saveLabels({ network, source: 'script', rows: toLabels(script, played) })
  const engine = await createEngine({ store, clock: systemClock, logger: silentLogger, resourcesDir: RESOURCES })
  const adapters = createAdapters({ sources: { [network]: played.endpoints } })
  const jobs = createJobs({ store, engine, adapters, clock: systemClock, logger: silentLogger })
  try {
    const token = { network, address: played.token }
    const job = await jobs.ended((await jobs.start(token, { depth: DEPTH, sinceBlock: null })).id)
    if (job.state !== 'done') throw new Error(`The read job ended as ${job.state}: ${job.error ?? 'no reason given'}`)
    const [clusters, early] = await Promise.all([engine.record(token, 'clusters'), engine.query(token, 'early', {})])
    if (clusters === null || early === null) throw new Error('The engine has no records of the token')
    const holdings = await store.read.holders({ token, limit: null })
    const kinds = await store.read.accounts({ network, addresses: holdings.map(({ address }) => address) })
    const contracts = new Set(kinds.filter(({ kind }) => kind === 'contract').map(({ address }) => address))
    const holders = holdings.map(({ address }) => address).filter((address) => !contracts.has(address))
    return detectionsFromRecords(holders, clusters.value, early.value)
  } finally {
    await jobs.close()
    await adapters.close()
    await engine.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Label rows for the exchanges and services of the script. */
function toLabels({ exchanges, pathEnds, services }: Script, { at }: PlayedScript): AddressLabel[] {
  const row = (name: string, tag: 'exchange' | 'wallet'): AddressLabel => ({
    address: at(name),
    name,
    tags: [tag],
    category: pathEnds.get(name) ?? null,
    linkPolicy: 'hub',
    source: 'script',
  })
  return [...exchanges.map((name) => row(name, 'exchange')), ...services.map((name) => row(name, 'wallet'))]
}
