import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadConfig } from './config/config.ts'
import { readServiceAddress } from './config/service-address.ts'
import { silentLogger } from './lib/logger.ts'
import { startService } from './service.ts'

const RESOURCES = fileURLToPath(new URL('../resources', import.meta.url))

/** What keeps this process alive now and did not before. */
function added(before: readonly string[]): string[] {
  const left = [...before]
  return process.getActiveResourcesInfo().filter((kind) => {
    const index = left.indexOf(kind)
    if (index !== -1) left.splice(index, 1)
    return index === -1
  })
}

test('a service whose port is taken says so and leaves nothing behind', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'holderscope-service-'))
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const config = await loadConfig({ dataDir, port: String(port) }, {})
  const before = process.getActiveResourcesInfo()
  const starting = startService(config, { logger: silentLogger, resourcesDir: RESOURCES, rendererDir: null, sampleCase: false })
  await expect(starting).rejects.toThrow(`Port ${port} is in use`)
  // Those of the test runner come and go.
  for (let turn = 0; turn < 1_000 && added(before).length > 0; turn++) await nextTurn()
  expect(added(before)).toEqual([])
  expect(await readServiceAddress(dataDir)).toBeNull()
  await new Promise((resolve) => other.close(resolve))
  rmSync(dataDir, { recursive: true })
})
