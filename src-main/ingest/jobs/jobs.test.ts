import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { scriptPath } from '../../../e2e/fixtures/bundles/scripts.ts'
import { anvilMissing } from '../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../../../e2e/fixtures/anvil/chain.ts'
import { openProxy, type CountingProxy, type LogQuery } from '../../../e2e/fixtures/anvil/proxy.ts'
import { ownArtifact } from '../../../e2e/fixtures/anvil/uniswap.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import { TRANSFER_TOPIC } from '../../chains/evm/transaction/transfer-log.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { BlockRange, Coverage } from '../../store/interface.ts'
import { useLaunchedToken, WHOLE } from '../testing/launched-token.ts'
import type { OwnReads } from '../testing/own-reads.ts'

const missing = anvilMissing()
/** Numbers of log queries after which the read is killed. */
const KILLED_AFTER = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? [3, 9, 17, 31, 40, 55] : [3, 17, 40]

describe.skipIf(missing !== null)(`a read job on a real node ${missing ?? ''}`, () => {
  const launched = useLaunchedToken()
  const { test, readOn } = launched
  const proxy = async ({ closing }: OwnReads, options: Parameters<typeof openProxy>[1] = {}): Promise<CountingProxy> =>
    closing(await openProxy(launched.url, options))
  const stateOf = (job: JobRecord): string[] => job.stages.map((stage) => `${stage.name} ${stage.state}`)

  test.concurrent(
    'stores every holder, swap, pool, kind and funder exactly, and takes one snapshot at the pinned block',
    async ({ reads: { store, engine, bus, jobsOn } }) => {
      const emitted: Trade[] = []
      const jobs = jobsOn(launched.url)
      bus.subscribe('trades', (_token, { trades }) => {
        emitted.push(...trades)
      })
      const job = await readOn(jobs)

      expect(job).toMatchObject({ state: 'done', error: null, seconds_left: null })
      expect(job.stages.every((stage) => stage.state === 'done')).toBe(true)
      expect(await store.read.holders({ token: launched.token, limit: null })).toEqual(
        launched.truth.holders.map((holder) => ({ address: holder.address, raw: BigInt(holder.raw), verified: true })),
      )
      expect(await store.read.token(launched.token)).toMatchObject({
        creator: launched.truth.creator,
        holderCount: launched.truth.holders.length,
        asOfBlock: launched.truth.head,
        tradeCount: launched.truth.swaps.length,
      })
      const trades = await store.read.tokenTrades({ token: launched.token, limit: null })
      expect(trades.map((trade) => trade.tx)).toEqual(launched.truth.swaps.map((swap) => swap.tx))
      expect(emitted.map((trade) => trade.tx)).toEqual(trades.map((trade) => trade.tx))
      expect(await store.read.pools(launched.token)).toMatchObject([{ address: launched.truth.pool }])
      expect(await store.read.accounts({ network: 'eth', addresses: [trustedAddress(launched.truth.pool)] })).toMatchObject([{ kind: 'contract' }])
      const holders = new Set(launched.truth.holders.map((holder) => holder.address))
      const wanted = launched.truth.funding.filter((funding) => holders.has(funding.wallet))
      const funding = await store.read.funding({ network: 'eth', wallets: wanted.map((one) => trustedAddress(one.wallet)) })
      expect(funding.map((one) => [one.wallet, one.funder, one.raw])).toEqual(wanted.map((one) => [one.wallet, one.funder, BigInt(one.raw)]))
      expect(engine.snapshots).toHaveLength(1)
    },
  )

  test.concurrent('reads the funders of funders too', async ({ reads: { store, jobsOn } }) => {
    await readOn(jobsOn(launched.url))
    const payer = trustedAddress(addressOf(account('bundle funder')))
    expect(await store.read.funding({ network: 'eth', wallets: [payer] })).toMatchObject([{ funder: null, reason: expect.any(String) as string }])
  })

  test.concurrent('a second read requests only new blocks', async ({ reads }) => {
    const { jobsOn } = reads
    const counted = await proxy(reads)
    const jobs = jobsOn(counted.url)
    await readOn(jobs)
    const before = counted.logQueries.length
    const second = await readOn(jobs)
    expect(second.state).toBe('done')
    const again = counted.logQueries.slice(before).filter((query) => query.addresses.length > 1 || !isSample(query))
    // Roles are read again: a granted role may have been revoked.
    expect(again.filter(({ topics }) => !topics.includes(ROLE_GRANTED))).toEqual([])
  })

  test.concurrent('cancel ends the job immediately; resume continues from there', async ({ reads }) => {
    const { store, jobsOn } = reads
    const counted = await proxy(reads, { logsMaxRange: 10, before: (call) => (call.method === 'eth_getLogs' ? slowly() : null) })
    const jobs = jobsOn(counted.url)
    const { id } = await jobs.start(launched.token, WHOLE)
    await until(() => counted.logQueries.length >= 4)
    const cancelled = await jobs.cancel(id)
    expect(cancelled.state).toBe('cancelled')
    const covered = await store.read.covered({ token: launched.token, what: 'transfers' })
    const before = counted.logQueries.length
    await jobs.resume(id)
    expect((await jobs.ended(id)).state).toBe('done')
    expect(touching(counted.logQueries.slice(before), launched.truth.token, covered)).toEqual([])
  })

  test.concurrent('a failed stage names the host but never the key, and stages that do not need it still run', async ({ reads }) => {
    const { jobsOn } = reads
    const failing = await proxy(reads, {
      before: (call) =>
        isTradesQuery(call.method, call.params, launched.truth.pool)
          ? { status: 200, body: JSON.stringify({ id: 1, error: { code: -32000, message: 'internal trouble' } }) }
          : null,
    })
    const job = await readOn(jobsOn(`${failing.url}/v2/secret-key`))
    expect(job.state).toBe('failed')
    expect(stateOf(job)).toEqual([
      'token done',
      'preview done',
      'transfers done',
      'holders done',
      'pools done',
      'accounts done',
      'launch failed',
      'trades failed',
      'funding done',
      'snapshot done',
    ])
    expect(job.error).toContain(new URL(failing.url).host)
    expect(job.error).toContain('internal trouble')
    expect(JSON.stringify(job)).not.toContain('secret-key')
  })

  test.concurrent('an address without code fails the job and skips the other stages', async ({ reads: { jobsOn } }) => {
    const jobs = jobsOn(launched.url)
    const { id } = await jobs.start({ network: 'eth', address: trustedAddress('0x00000000000000000000000000000000000000aa') }, WHOLE)
    const job = await jobs.ended(id)
    expect(job).toMatchObject({
      state: 'failed',
      error_code: 'token_not_found',
      error: 'There is no token at this address on Ethereum; check the address and the network.',
    })
    expect(job.stages.slice(1).every((stage) => stage.state === 'skipped')).toBe(true)
  })

  test.concurrent('a read that fails before its first stage skips all of them, and resumes once the node answers', async ({ reads }) => {
    const { jobsOn } = reads
    let isDown = true
    const down = { status: 200, body: JSON.stringify({ id: 1, error: { code: -32000, message: 'internal trouble' } }) }
    const failing = await proxy(reads, { before: () => (isDown ? down : null) })
    const jobs = jobsOn(failing.url)
    const job = await readOn(jobs)
    expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('internal trouble') as string })
    expect(new Set(job.stages.map(({ state, message }) => `${state}: ${message}`))).toEqual(
      new Set(['skipped: Not reached because the read failed first.']),
    )
    isDown = false
    await jobs.resume(job.id)
    const resumed = await jobs.ended(job.id)
    expect(new Set(resumed.stages.map(({ state }) => state))).toEqual(new Set(['done']))
  })

  test.concurrent('two starts for one token share one job; a network without a source is refused', async ({ reads: { jobsOn } }) => {
    const jobs = jobsOn(launched.url)
    const [first, second] = await Promise.all([jobs.start(launched.token, WHOLE), jobs.start(launched.token, WHOLE)])
    expect(second.id).toBe(first.id)
    await jobs.ended(first.id)
    await expect(jobs.start({ ...launched.token, network: 'base' }, WHOLE)).rejects.toMatchObject({
      code: 'source_unavailable',
      message: expect.stringContaining('No source is set for Base') as string,
    })
    await expect(jobs.start({ ...launched.token, network: 'sol' }, WHOLE)).rejects.toMatchObject({
      message: expect.stringContaining('No source is set for Solana') as string,
    })
  })

  test('a later read adds what new blocks hold', async ({ reads: { store, engine, jobsOn } }) => {
    const jobs = jobsOn(launched.url)
    await readOn(jobs)
    const before = await store.read.token(launched.token)
    const chain = await openDevChain(launched.url)
    const holder = account('bundle 0')
    await chain.call(holder, { address: launched.truth.token, abi: ownArtifact('LaunchToken').abi }, 'transfer', [addressOf(account('newcomer')), 5n])
    expect((await readOn(jobs)).state).toBe('done')
    const after = await store.read.token(launched.token)
    expect(after?.holdersKnown).toBe((before?.holdersKnown ?? 0) + 1)
    expect(engine.snapshots).toHaveLength(2)
  })

  test.concurrent('a read that is killed repeatedly resumes, requests no stored block again, and loses nothing', async ({ reads }) => {
    const { folder } = reads
    const path = join(folder, 'killed.db')
    let limit = 0
    let onLimit: () => void = () => undefined
    const counted = await proxy(reads, {
      logsMaxRange: 10,
      before: (call) => {
        if (call.method === 'eth_getLogs' && counted.logQueries.length >= limit) onLimit()
        return null
      },
    })
    const covered = new Map<Coverage, BlockRange[]>()
    for (const stopAfter of KILLED_AFTER) {
      limit = stopAfter
      const queriesBefore = counted.logQueries.length
      await runAndKill(path, counted.url, launched.truth.token, (kill) => {
        onLimit = kill
      })
      expectNoneStored(counted.logQueries.slice(queriesBefore), covered)
      const after = await openTestStore(path)
      for (const what of ['transfers', 'pools', 'trades'] as const) covered.set(what, await after.read.covered({ token: launched.token, what }))
      await after.close()
    }
    onLimit = () => undefined
    const queriesBefore = counted.logQueries.length
    const job = await runAndKill(path, counted.url, launched.truth.token, () => undefined)
    expectNoneStored(counted.logQueries.slice(queriesBefore), covered)
    expect(job?.state).toBe('done')
    const end = await openTestStore(path)
    expect((await end.read.tokenTrades({ token: launched.token, limit: null })).map((trade) => trade.tx)).toEqual(
      launched.truth.swaps.map((swap) => swap.tx),
    )
    expect(await end.read.jobs({ limit: 10 })).toHaveLength(1)
    await end.close()
  })

  function expectNoneStored(queries: readonly LogQuery[], covered: ReadonlyMap<Coverage, readonly BlockRange[]>): void {
    expect(touching(queries, launched.truth.token, covered.get('transfers') ?? [])).toEqual([])
    expect(touching(queries, launched.truth.pool, covered.get('trades') ?? [])).toEqual([])
    expect(queries.filter((query) => isPoolQuery(query) && within(query, covered.get('pools') ?? []))).toEqual([])
  }
})

/** A query with several addresses is for pools of many factories, or with the Transfer topic for payments in many coins. */
const isPoolQuery = ({ addresses, topics }: LogQuery): boolean => addresses.length > 1 && !topics.includes(TRANSFER_TOPIC)

const within = (query: LogQuery, ranges: readonly BlockRange[]): boolean => ranges.some((range) => query.from <= range.to && range.from <= query.to)

/** See src-main/chains/evm/reading/accounts/granted-roles.ts. */
const ROLE_GRANTED = '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d'
/** Cross-checks request single blocks again. */
const isSample = ({ from, to }: LogQuery): boolean => from === to

/** Queries about one contract that overlap the ranges. */
function touching(queries: readonly LogQuery[], contract: string, ranges: readonly BlockRange[]): LogQuery[] {
  return queries.filter((query) => !isSample(query) && query.addresses.length === 1 && query.addresses[0] === contract && within(query, ranges))
}

function isTradesQuery(method: string, params: readonly unknown[], pool: string): boolean {
  return method === 'eth_getLogs' && JSON.stringify(params).includes(`"address":["${pool}"]`)
}

function slowly(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, 30, null)
  })
}

async function until(met: () => boolean): Promise<void> {
  while (!met()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Runs a read in a separate process. `arm` gets the function that kills it. Returns the job once the process has ended. */
async function runAndKill(path: string, url: string, token: string, arm: (kill: () => void) => void): Promise<JobRecord | null> {
  const script = scriptPath('read-child')
  const child = spawn(process.execPath, [script, path, url, token], { stdio: ['ignore', 'pipe', 'inherit'] })
  arm(() => {
    child.kill('SIGKILL')
  })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8')
  })
  await new Promise<void>((resolve) =>
    child.once('close', () => {
      resolve()
    }),
  )
  return out === '' ? null : (JSON.parse(out) as JobRecord)
}
