import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { natsMissing, spawnNats, type NatsServers } from '../../../e2e/fixtures/nats/nats.ts'
import { missingPostgres, startPostgres, type PostgresServer } from '../../../e2e/fixtures/postgres.ts'
import { openBus } from '../../bus/open-bus.ts'
import { readServiceAddress } from '../../config/service-address.ts'
import { createRemoteAdapters } from '../../ingest/team/remote-adapters.ts'
import { silentLogger } from '../../lib/logger.ts'
import { STORE_FILE } from '../../open-context.ts'
import { EXIT } from '../output.ts'
import { serveBlocks } from '../testing/block-node.ts'
import { killCommands, startCommand } from '../testing/command-process.ts'

/** `serve --role worker` on a real PostgreSQL and a real NATS server (docs/team.md#roles). */

const missing = natsMissing() ?? missingPostgres
const hashOf = (block: number): string => `0x${block.toString(16).padStart(64, '0')}`

describe.skipIf(missing !== null)(`a worker${missing === null ? '' : ` (${missing})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'holderscope-worker-'))
  const dataDir = join(folder, 'data')
  let postgres: PostgresServer
  let nats: NatsServers
  beforeAll(async () => {
    ;[postgres, nats] = await Promise.all([startPostgres(), spawnNats()])
  })
  afterAll(async () => {
    await killCommands()
    await Promise.all([postgres.remove(), nats.stop()])
    rmSync(folder, { recursive: true })
  })

  it('says that it is ready, reads for the processes on its bus, and stops with a signal', async () => {
    const node = await serveBlocks(hashOf)
    const shared = ['--store', postgres.url(), '--bus', nats.url]
    const worker = startCommand(['serve', '--role', 'worker', ...shared, '--source', `eth=${node.url}`, '--data-dir', dataDir])
    expect(await worker.line()).toBe(
      `Holderscope ${packageJson.version} is ready to read for the processes that share its store. Press Ctrl-C to stop.`,
    )
    const bus = await openBus(nats.url, silentLogger)
    const chains = createRemoteAdapters(bus)
    await expect.poll(() => chains.canRead('eth')).toBe(true)
    expect(chains.canRead('base')).toBe(false)
    expect(await chains.get('eth').reorganisations?.blockHash(7, AbortSignal.timeout(20_000))).toBe(hashOf(7))
    // A worker serves no client, and stores nothing in a file.
    expect([await readServiceAddress(dataDir), existsSync(join(dataDir, STORE_FILE))]).toEqual([null, false])
    worker.child.kill('SIGTERM')
    expect([await worker.ended, worker.stderr()]).toEqual([EXIT.ok, ''])
    await bus.close()
    await node.close()
  })
})
