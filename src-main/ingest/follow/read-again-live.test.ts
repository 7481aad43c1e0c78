import { expect, test, vi } from 'vitest'
import { anvilMissing, spawnAnvil } from '../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../../../e2e/fixtures/anvil/chain.ts'
import { launchScenario } from '../../../e2e/fixtures/anvil/scenario.ts'
import { ownArtifact } from '../../../e2e/fixtures/anvil/uniswap.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createAdapters } from '../adapters.ts'
import { createJobs } from '../jobs/jobs.ts'
import { readTokenAgain } from '../jobs/read-again.ts'
import { withOwnReads, type OwnReads } from '../testing/own-reads.ts'
import { createFollow } from './follow.ts'

const missing = anvilMissing()

/** A launch on Anvil, and transfers of it to a new wallet. */
async function openLaunch({ store, engine, bus, closing }: OwnReads) {
  const anvil = await spawnAnvil()
  closing({ close: () => anvil.stop() })
  const truth = await launchScenario(anvil.url)
  const token: TokenKey = { network: 'eth', address: trustedAddress(truth.token) }
  const adapters = closing(createAdapters({ sources: { eth: [anvil.url] } }))
  const tools = { store, bus, engine, adapters, clock: systemClock, logger: silentLogger }
  const jobs = closing(createJobs(tools))
  const chain = await openDevChain(anvil.url)
  const [giver, taker] = [account('bundle 0'), trustedAddress(addressOf(account('newcomer')))]
  const give = () => chain.call(giver, { address: truth.token, abi: ownArtifact('LaunchToken').abi }, 'transfer', [taker, 5n])
  const held = async () => (await store.read.balances(token)).find(({ address }) => address === taker)?.raw
  return { tools, jobs, token, give, held }
}

test.skipIf(missing !== null)('a followed token that is read again goes on from the new head with right balances', () =>
  withOwnReads('eth', async (reads) => {
    const { store, engine, closing } = reads
    const { tools, jobs, token, give, held } = await openLaunch(reads)
    const follow = closing(createFollow({ ...tools, jobs, depth: 500, retry: { firstMs: 10 } }))
    const live = () => vi.waitFor(() => expect(follow.state(token).state).toBe('live'), { timeout: 60_000 })

    await follow.set(token, true)
    await live()
    await give()
    await vi.waitFor(async () => expect(await held()).toBe(5n), { timeout: 60_000 })
    // Half of the rows are lost, as if a lying endpoint had omitted them.
    const rows = await store.read.transfers({ token, limit: null })
    const covers = { from: 0, to: (await store.read.token(token))?.asOfBlock ?? 0 }
    await store.write.replaceTransfers({ token, rows: rows.filter((_, i) => i % 2 === 0), covers, whole: true })

    const { id } = await readTokenAgain({ store, jobs }, token, { range: covers, depth: 500 })
    expect(await jobs.ended(id)).toMatchObject({ state: 'done' })
    expect(await store.read.transfers({ token, limit: null })).toEqual(rows)
    await live()
    await give()
    await vi.waitFor(async () => expect(await held()).toBe(10n), { timeout: 60_000 })
    expect(await store.read.transfers({ token, limit: null })).toHaveLength(rows.length + 1)
    expect(await store.read.covered({ token, what: 'transfers' })).toHaveLength(1)
    expect(engine.snapshots.length).toBeGreaterThanOrEqual(2)
  }),
)

test.skipIf(missing !== null)('a followed token whose new read is cancelled misses no block', () =>
  withOwnReads('eth', async (reads) => {
    const { store, bus, closing } = reads
    const { tools, jobs, token, give, held } = await openLaunch(reads)
    const read = async () => jobs.ended((await jobs.start(token, { depth: 500, sinceBlock: null })).id)
    expect(await read()).toMatchObject({ state: 'done' })

    await give()
    const stop = bus.subscribe('jobs', (_token, { id, stages }) => {
      if (stages.some(({ name, state }) => name === 'token' && state === 'done')) void jobs.cancel(id)
    }).stop
    expect(await read()).toMatchObject({ state: 'cancelled' })
    stop()
    await give()
    const follow = closing(createFollow({ ...tools, jobs, depth: 500, retry: { firstMs: 10 } }))
    await follow.set(token, true)
    await vi.waitFor(() => expect(follow.state(token).state).toBe('live'), { timeout: 60_000 })
    await vi.waitFor(async () => expect(await held()).toBe(10n), { timeout: 20_000 })
    expect(await store.read.covered({ token, what: 'transfers' })).toHaveLength(1)
  }),
)
