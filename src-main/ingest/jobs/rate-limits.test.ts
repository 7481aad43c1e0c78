import { afterAll, beforeAll, describe, expect, test as base } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../e2e/fixtures/anvil/anvil.ts'
import { openProxy, type ProxyAnswer } from '../../../e2e/fixtures/anvil/proxy.ts'
import { launchScenario, type Scenario } from '../../../e2e/fixtures/anvil/scenario.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { seeded } from '../../store/testing/bench-trades.ts'
import { withOwnReads, type OwnReads } from '../testing/own-reads.ts'

const missing = anvilMissing()
const WHOLE = { depth: 500, sinceBlock: null }
const REFUSED = 0.3
const MET_AFTER = 3
const TOO_MANY: ProxyAnswer = { status: 429, body: 'slow down' }

describe.skipIf(missing !== null)(`an endpoint that refuses three of ten calls ${missing ?? ''}`, () => {
  let anvil: Anvil
  let truth: Scenario
  let token: TokenKey
  beforeAll(async () => {
    anvil = await spawnAnvil()
    truth = await launchScenario(anvil.url)
    token = { network: 'eth', address: trustedAddress(truth.token) }
  })
  afterAll(() => anvil.stop())

  const test = base.extend<{ reads: OwnReads }>({ reads: ({}, run) => withOwnReads('eth', run) })

  async function expectWhole({ store }: OwnReads): Promise<void> {
    expect(await store.read.token(token)).toMatchObject({ holderCount: truth.holders.length, tradeCount: truth.swaps.length })
    expect(await store.read.holders({ token, limit: null })).toHaveLength(truth.holders.length)
  }

  /** A proxy that refuses calls of the node at random, whatever their pace. `met` resolves once it has refused a few. */
  async function refusing({ closing }: OwnReads, seed: number): Promise<{ url: string; met: Promise<void> }> {
    const random = seeded(seed)
    let refused = 0
    let onMet = (): void => undefined
    const met = new Promise<void>((resolve) => (onMet = resolve))
    const refuse = (): ProxyAnswer | null => {
      if (random() >= REFUSED) return null
      if (++refused === MET_AFTER) onMet()
      return TOO_MANY
    }
    return { url: closing(await openProxy(anvil.url, { before: refuse })).url, met }
  }

  test('can be left at any time, and the read resumes on a sound one', async ({ reads }) => {
    const { url, met } = await refusing(reads, 7)
    const limited = reads.jobsOn(url)
    const { id } = await limited.start(token, WHOLE)
    await met
    expect(await limited.cancel(id)).toMatchObject({ state: 'cancelled' })
    const sound = reads.jobsOn(anvil.url)
    await sound.resume(id)
    expect(await sound.ended(id)).toMatchObject({ state: 'done', error: null })
    await expectWhole(reads)
  })
})
