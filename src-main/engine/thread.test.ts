import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../e2e/fixtures/anvil/anvil.ts'
import { trustedAddress, type TokenKey } from '../../src-shared/domain/address.ts'
import type { ActiveRules } from '../detectors/rules/rule-set.ts'
import { silentLogger } from '../lib/logger.ts'
import { isStoreUnavailable } from '../lib/store-faults.ts'
import { openWriter } from '../store/connection/database.ts'
import { tempStore, type TempStore } from '../store/testing/samples.ts'
import { createEngineThread } from './thread.ts'

/** Each running worker holds a message port. */
const ports = (): number => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length
const NOBODY: TokenKey = { network: 'sol', address: trustedAddress('C29ebrgYjYoJPMGPnPSGY1q3mMGk4iDSqnQeQQA7moon') }
/** Never read, because there is no token to compute. */
const RULES = {} as ActiveRules

describe("the engine's thread", () => {
  let temp: TempStore
  beforeEach(() => {
    temp = tempStore()
    openWriter(temp.path).close()
  })
  afterEach(() => temp.remove())

  it('says that the database does not answer, so that callers try again', async () => {
    const port = await freePort()
    const thread = createEngineThread({ location: { postgres: `postgres://nobody@127.0.0.1:${port}/postgres` } }, silentLogger)
    await expect(thread.records(NOBODY, RULES, [])).rejects.toSatisfy(isStoreUnavailable)
    await expect(thread.records(NOBODY, RULES, [])).rejects.toMatchObject({
      ...{ code: 'service_unavailable', message: expect.stringContaining('cannot be reached') as string },
    })
    await thread.close()
  })

  it('ends when idle, and a new one answers the next request', async () => {
    const before = ports()
    const thread = createEngineThread({ location: { file: temp.path } }, silentLogger, 0)
    expect(await thread.records(NOBODY, RULES, [])).toBeNull()
    expect(ports()).toBeGreaterThan(before)
    await expect.poll(ports).toBe(before)
    expect(await thread.records(NOBODY, RULES, [])).toBeNull()
    await thread.close()
    expect(ports()).toBe(before)
    await expect(thread.records(NOBODY, RULES, [])).rejects.toMatchObject({ code: 'internal', message: 'The engine is closed.' })
  })
})
