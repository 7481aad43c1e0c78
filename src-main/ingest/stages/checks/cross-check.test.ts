import { afterAll, beforeAll, describe, expect, test as base } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../e2e/fixtures/anvil/anvil.ts'
import { account, openDevChain } from '../../../../e2e/fixtures/anvil/chain.ts'
import { damageAmounts, doubleSome, dropHalf, openLiar, type Lie } from '../../../../e2e/fixtures/anvil/liar.ts'
import { playTransfers } from '../../../../e2e/fixtures/anvil/many-transfers.ts'
import { openProxy, type CountingProxy, type ProxyOptions, type RpcCall } from '../../../../e2e/fixtures/anvil/proxy.ts'
import { tokenArtifact } from '../../../../e2e/fixtures/anvil/tokens/tokens.ts'
import { ownArtifact } from '../../../../e2e/fixtures/anvil/uniswap.ts'
import type { JobRecord } from '../../../../src-shared/contract/records/jobs.ts'
import { trustedAddress, type TokenKey } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import type { AdapterOptions, ChainAdapter } from '../../../chains/adapter.ts'
import { openAdapter } from '../../../chains/registry.ts'
import { systemClock } from '../../../lib/clock.ts'
import { silentLogger } from '../../../lib/logger.ts'
import type { Store } from '../../../store/interface.ts'
import { createAdapters } from '../../adapters.ts'
import type { Jobs } from '../../jobs/interface.ts'
import { createJobs } from '../../jobs/jobs.ts'
import { withOwnReads, type OwnReads } from '../../testing/own-reads.ts'

const missing = anvilMissing()
const TRANSFERS = 962
const WHOLE = { depth: 500, sinceBlock: null }
const withoutChecks = (options: AdapterOptions): ChainAdapter => {
  const { crossChecks: _checks, ...adapter } = openAdapter(options)
  return adapter
}
const ALL = { from: 0, to: 1_000_000 }

describe.skipIf(missing !== null)(`stored transfers that are checked against the chain ${missing ?? ''}`, () => {
  let anvil: Anvil
  let token: TokenKey
  let transfers: readonly Transfer[]
  /** Calls that a read takes without checks. */
  let uncheckedCalls = 0

  const test = base.extend<{ reads: OwnReads }>({ reads: ({}, run) => withOwnReads('eth', run) })
  const readOn = async (jobs: Jobs, key = token): Promise<JobRecord> => jobs.ended((await jobs.start(key, WHOLE)).id)
  const messageOf = (job: JobRecord, name: string) => job.stages.find((one) => one.name === name)?.message ?? null
  const callsOf = (proxy: CountingProxy) => [...proxy.calls.values()].reduce((sum, count) => sum + count, 0)
  const stored = (store: Store) => store.read.transfers({ token, limit: null })
  const proxied = async ({ closing }: OwnReads, options: ProxyOptions = {}) => closing(await openProxy(anvil.url, options))

  beforeAll(async () => {
    anvil = await spawnAnvil()
    token = { network: 'eth', address: trustedAddress(await playTransfers(anvil.url, TRANSFERS - 1)) }
    await withOwnReads('eth', async (reads) => {
      const counted = await proxied(reads)
      const unchecked = reads.closing(createAdapters({ sources: { eth: [counted.url] }, openAdapter: withoutChecks }))
      const { store, engine, closing } = reads
      const jobs = closing(createJobs({ store, engine, adapters: unchecked, clock: systemClock, logger: silentLogger }))
      expect(await readOn(jobs)).toMatchObject({ state: 'done' })
      transfers = await stored(store)
      uncheckedCalls = callsOf(counted)
    })
    expect(transfers).toHaveLength(TRANSFERS)
  })
  afterAll(() => anvil.stop())

  test.concurrent('a sound node is checked with few calls, and nothing is noted', async ({ reads }) => {
    const { store, jobsOn } = reads
    const counted = await proxied(reads)
    const job = await readOn(jobsOn(counted.url))
    expect(messageOf(job, 'holders')).toBeNull()
    expect(callsOf(counted) - uncheckedCalls).toBeLessThanOrEqual(28)
    expect(await store.read.token(token)).toMatchObject({ notes: [] })
  })

  const TAMPERED: [string, (row: Transfer, place: number) => Transfer[]][] = [
    ['are missing', (row, i) => (i % 2 === 0 ? [row] : [])],
    ['are there twice', (row, i) => (i % 3 === 0 ? [row, { ...row, position: { ...row.position, event: row.position.event + 1_000 } }] : [row])],
    ['have another amount', (row, i) => [i % 3 === 0 ? { ...row, raw: row.raw * 2n } : row]],
  ]
  test.concurrent.for(TAMPERED)('rows that %s are replaced by the next read of a sound node', async ([_what, tamper], { reads }) => {
    const { store, jobsOn } = reads
    const jobs = jobsOn(anvil.url)
    await readOn(jobs)
    const wrong = transfers.flatMap(tamper)
    await store.write.replaceTransfers({ token, rows: wrong, covers: ALL, whole: true })
    const job = await readOn(jobs)
    expect(await stored(store)).toEqual(transfers)
    expect(messageOf(job, 'holders')).toMatch(/^Stored transfers of blocks .* were wrong and have been replaced: /)
    expect(await store.read.token(token)).toMatchObject({ holderCount: 31 })
  })

  const LIES: [string, Lie][] = [
    ['leaves out half of the logs', dropHalf],
    ['doubles some', doubleSome],
    ['damages amounts', damageAmounts],
  ]
  test.concurrent.for(LIES)('a node that %s is named with its blocks, and the next read of a sound one is whole', async ([_what, lie], { reads }) => {
    const { store, jobsOn, closing } = reads
    let lying: Lie | null = lie
    const liar = closing(await openLiar(anvil.url, () => lying))
    const jobs = jobsOn(liar.url)
    const first = await readOn(jobs)
    expect(messageOf(first, 'holders')).toMatch(/^The endpoint leaves out or changes transfers of blocks /)
    expect(await store.read.token(token)).toMatchObject({ holderCount: null })
    lying = null
    await readOn(jobs)
    expect(await stored(store)).toEqual(transfers)
    expect(await store.read.token(token)).toMatchObject({ holderCount: 31, notes: [] })
  })

  test.concurrent('an endpoint that offers none of the checks is read without them', async ({ reads }) => {
    const noBloom = async ({ id, method, params }: RpcCall) => {
      if (method !== 'eth_getBlockByNumber') return null
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      const answer = await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return { status: 200, body: (await answer.text()).replaceAll('"logsBloom"', '"bloom"') }
    }
    const poor = await proxied(reads, { before: noBloom, without: ['eth_getBlockReceipts', 'eth_getTransactionReceipt'] })
    expect(messageOf(await readOn(reads.jobsOn(poor.url)), 'holders')).toBeNull()
    expect(await stored(reads.store)).toEqual(transfers)
  })

  test.concurrent('without old state the receipts of a sample still show that logs are missing', async ({ reads }) => {
    const { jobsOn, closing } = reads
    const poor = await proxied(reads, { keepsBlocks: 5 })
    const liar = closing(await openLiar(poor.url, () => dropHalf))
    const job = await readOn(jobsOn(liar.url))
    expect(messageOf(job, 'holders')).toMatch(/^The endpoint leaves out or changes transfers of blocks /)
  })

  test.concurrent('of two endpoints that disagree, the receipts of a block tell which is right', async ({ reads }) => {
    const { jobsOn, closing } = reads
    const liar = closing(await openLiar(anvil.url, () => dropHalf))
    const job = await readOn(jobsOn(liar.url, anvil.url))
    const [bad, good] = [liar.url, anvil.url].map((url) => new URL(url).host)
    expect(messageOf(job, 'holders')).toMatch(
      new RegExp(`${bad} returns \\d+ transfers? of block \\d+ and ${good} 2\\d; the receipts of the block confirm ${good}\\.`),
    )
  })

  test.concurrent('a token that rebases is not taken for a node that lies', async ({ reads }) => {
    const { store, jobsOn, closing } = reads
    const own = await spawnAnvil()
    closing({ close: () => own.stop() })
    const chain = await openDevChain(own.url)
    const creator = account('rebaser')
    await chain.setBalance(creator.address, 10n ** 21n)
    const rebasing = await chain.deploy(creator, ownArtifact('RebasingToken'), [1_000_000n])
    const send = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, i) => i)).then(async (all) => {
        for (const i of all) await chain.call(creator, rebasing, 'transfer', [account(`taker ${i}`).address, 1_000n])
      })
    await send(10)
    const rebase = await chain.call(creator, rebasing, 'rebase', [200n])
    await send(5)
    const key: TokenKey = { network: 'eth', address: trustedAddress(rebasing.address) }
    const job = await readOn(jobsOn(own.url), key)
    expect(messageOf(job, 'holders')).toMatch(
      new RegExp(
        `balances differ from the sum of transfers because the token rebases or moves without events, as the receipts of block ${rebase.blockNumber} prove`,
      ),
    )
    expect(await store.read.covered({ token: key, what: 'transfers' })).toHaveLength(1)
  })

  test.concurrent('a wallet that sells what it got without an event is a holder with its balance, and the block is named', async ({ reads }) => {
    const { store, jobsOn, closing } = reads
    const own = await spawnAnvil()
    closing({ close: () => own.stop() })
    const chain = await openDevChain(own.url)
    const [creator, hidden] = [account('ghost creator'), account('ghost holder')]
    for (const who of [creator, hidden]) await chain.setBalance(who.address, 10n ** 21n)
    const ghost = await chain.deploy(creator, tokenArtifact('GhostMintToken'), [1_000_000n])
    const mint = await chain.call(creator, ghost, 'setMetadata', [hidden.address, 3_000_000n])
    await chain.call(hidden, ghost, 'transfer', [account('ghost taker').address, 1_000n])
    const key: TokenKey = { network: 'eth', address: trustedAddress(ghost.address) }
    const job = await readOn(jobsOn(own.url), key)
    expect(messageOf(job, 'holders')).toMatch(
      new RegExp(
        `^1 of the 3 largest balances differ .* receipts of block ${mint.blockNumber} prove.* holders without a transfer may be missing\\. The largest balances alone add up to more than the total supply`,
      ),
    )
    const held = await store.read.holders({ token: key, limit: null })
    expect(held.map(({ address, raw }) => [address, raw])).toEqual([
      [hidden.address.toLowerCase(), 2_999_000n],
      [creator.address.toLowerCase(), 1_000_000n],
      [account('ghost taker').address.toLowerCase(), 1_000n],
    ])
  })
})
