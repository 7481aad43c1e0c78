import { afterAll, beforeAll, describe, expect, test as base } from 'vitest'
import { openSolanaProxy, type ProxyAnswer, type RpcCall, type SolanaProxyOptions } from '../../../e2e/fixtures/surfpool/proxy.ts'
import { launchToken, type Launch } from '../../../e2e/fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../e2e/fixtures/surfpool/surfpool.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Store } from '../../store/interface.ts'
import { withOwnReads, type OwnReads } from '../testing/own-reads.ts'
import type { Jobs } from './interface.ts'

const missing = surfpoolMissing()
const OPTIONS = { depth: 20, sinceBlock: null }

describe.skipIf(missing !== null)(`a read job on a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  let launch: Launch
  let token: TokenKey
  /** A token of the older token program, whose accounts add up to the supply. */
  let plainLaunch: Launch
  let plain: TokenKey

  beforeAll(async () => {
    node = await spawnSurfpool()
    plainLaunch = await launchToken(node, { name: 'plain', at: 800 })
    launch = await launchToken(node, { token2022: true, feeBasisPoints: 100 })
    token = { network: 'sol', address: trustedAddress(launch.token) }
    plain = { network: 'sol', address: trustedAddress(plainLaunch.token) }
  })
  afterAll(() => node.stop())

  const test = base.extend<{ reads: OwnReads }>({ reads: ({}, run) => withOwnReads('sol', run) })
  const front = async ({ closing }: OwnReads, options: SolanaProxyOptions): Promise<string> => closing(await openSolanaProxy(node, options)).url
  const readOn = async (jobs: Jobs, of = token): Promise<JobRecord> => jobs.ended((await jobs.start(of, OPTIONS)).id)
  async function expectWhole(store: Store): Promise<void> {
    expect(await store.read.holders({ token, limit: null })).toEqual(launch.holders().map((holder) => ({ ...holder, verified: true })))
    const trades = await store.read.tokenTrades({ token, limit: null })
    expect(trades.map((trade) => trade.tx)).toEqual(launch.swaps.map((swap) => swap.tx))
  }

  test.concurrent('stores holders, pool, swaps, transfers, kinds and funders exactly', async ({ reads: { store, jobsOn } }) => {
    const job = await readOn(jobsOn(node.url))
    expect(job).toMatchObject({ state: 'done', error: null })
    expect(job.stages.map((stage) => [stage.name, stage.state])).toEqual(
      ['token', 'holders', 'pools', 'accounts', 'launch', 'trades', 'transfers', 'funding', 'snapshot', 'history'].map((name) => [name, 'done']),
    )
    await expectWhole(store)
    expect(await store.read.token(token)).toMatchObject({
      creator: launch.creator,
      holderCount: launch.holders().length,
      createdBlock: launch.slots.created,
    })
    expect(await store.read.pools(token)).toMatchObject([{ address: launch.pool.address.toBase58(), dexVersion: 'cpmm' }])
    const holders = new Set(launch.holders().map((holder) => holder.address))
    const wanted = launch.funding.filter((funding) => holders.has(funding.wallet))
    const funding = await store.read.funding({ network: 'sol', wallets: wanted.map((one) => trustedAddress(one.wallet)) })
    expect(funding.map((one) => [one.wallet, one.funder, one.raw])).toEqual(wanted.map((one) => [one.wallet, one.funder, one.lamports]))
  })

  test.concurrent('a second read requests only new slots, and still says what is missing', async ({ reads }) => {
    const { store, jobsOn } = reads
    const calls: RpcCall[] = []
    const url = await front(reads, { before: (call) => (calls.push(call), null) })
    const jobs = jobsOn(url)
    await readOn(jobs)
    const notes = (await store.read.token(token))?.notes
    expect(notes).toContainEqual(expect.stringMatching(/^Only transfers at the accounts of .* were read; transfers between others may be missing\.$/))
    calls.length = 0
    expect(await readOn(jobs)).toMatchObject({ state: 'done' })
    expect((await store.read.token(token))?.notes).toEqual(notes)
    expect(calls.filter((call) => call.method === 'getTransaction')).toEqual([])
    await expectWhole(store)
  })

  test.concurrent('a fork between two reads is noticed, and its slots are read again', async ({ reads }) => {
    const { store, jobsOn } = reads
    const forkedAt = launch.slots.bundle
    // In the first fork, the slots from `forkedAt` on have other blocks and none of the swaps.
    const otherFork = ({ method, params }: RpcCall, result: unknown): unknown => {
      if (method === 'getSignaturesForAddress') return (result as { slot: number }[]).filter(({ slot }) => slot < forkedAt)
      if (method !== 'getBlock' || Number(params[0]) < forkedAt || result === null) return result
      return { ...result, blockhash: `other${String(params[0])}`, signatures: [], transactions: [] }
    }
    await readOn(jobsOn(await front(reads, { after: otherFork })))
    const before = await store.read.tokenTrades({ token, limit: null })
    expect(before.map((trade) => trade.tx)).toEqual(launch.swaps.filter(({ slot }) => slot < forkedAt).map(({ tx }) => tx))
    await readOn(jobsOn(node.url))
    await expectWhole(store)
  })

  const json = (body: unknown, status = 200): ProxyAnswer => ({ status, body: JSON.stringify(body) })
  const FAULTS: readonly (readonly [string, ProxyAnswer])[] = [
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '1' }, body: 'slow down' }],
    ['500', json({ error: 'oops' }, 500)],
    ['nonsense', { status: 200, body: '<html>hello</html>' }],
    ['half an answer', { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":', cut: true }],
    ['an empty answer', { status: 200, body: '' }],
  ]

  test.concurrent.for(FAULTS)('every twentieth answer is %s: the read waits, asks again and is whole', async ([_what, answer], { reads }) => {
    const { store, jobsOn } = reads
    let calls = 0
    const url = await front(reads, { before: () => (++calls % 20 === 0 ? answer : null) })
    expect(await readOn(jobsOn(url))).toMatchObject({ state: 'done' })
    await expectWhole(store)
  })

  test.concurrent.for(FAULTS)('after %s, the next endpoint is used', async ([_what, answer], { reads }) => {
    const { store, jobsOn } = reads
    const url = await front(reads, { before: ({ method }) => (method === 'getGenesisHash' ? null : answer) })
    expect(await readOn(jobsOn(url, node.url))).toMatchObject({ state: 'done' })
    await expectWhole(store)
  })

  test.concurrent('an invalid result is refused with a message that names the host and the call', async ({ reads }) => {
    const { jobsOn } = reads
    const url = await front(reads, { after: ({ method }, result) => (method === 'getTransaction' ? { unexpected: true } : result) })
    const job = await readOn(jobsOn(url))
    expect(job).toMatchObject({ state: 'failed', error: expect.stringMatching(/^127\.0\.0\.1:\d+ gave a wrong answer: getTransaction/) as string })
    expect(job.stages.find((stage) => stage.name === 'holders')).toMatchObject({ state: 'skipped' })
  })

  test.concurrent('an endpoint that lists only recent transactions leaves creation, launch and funders unknown, with reasons', async ({ reads }) => {
    const { store, jobsOn } = reads
    const since = launch.slots.firstBuy
    const after = ({ method }: RpcCall, result: unknown): unknown =>
      method === 'getSignaturesForAddress' ? (result as { slot: number }[]).filter(({ slot }) => slot >= since) : result
    const job = await readOn(jobsOn(await front(reads, { after })))
    expect(job).toMatchObject({ state: 'done', error: null })
    expect(await store.read.holders({ token, limit: null })).toEqual(launch.holders().map((holder) => ({ ...holder, verified: true })))
    const stored = await store.read.token(token)
    expect(stored).toMatchObject({ creator: null, createdBlock: null })
    expect(stored?.notes.filter((note) => /history is cut|first transactions of 1 pool/.test(note))).toHaveLength(2)
    expect((await store.read.covered({ token, what: 'trades' }))[0]?.from).toBe(since + 1)
    const funding = await store.read.funding({ network: 'sol', wallets: launch.funding.map(({ wallet }) => trustedAddress(wallet)) })
    expect(new Set(funding.map(({ funder, proof }) => `${funder} ${proof}`))).toEqual(new Set(['null cut']))
    const message = job.stages.find(({ name }) => name === 'funding')?.message
    expect(message).toMatch(/the endpoint does not list the first transactions of \d+ of these/)

    expect(await readOn(jobsOn(node.url))).toMatchObject({ state: 'done' })
    await expectWhole(store)
    expect(await store.read.token(token)).toMatchObject({ creator: launch.creator, createdBlock: launch.slots.created })
  })

  test.concurrent('an endpoint that stops answering fails the read by name, and the resumed read requests no slot again', async ({ reads }) => {
    const { store, jobsOn } = reads
    let silent = false
    const calls: RpcCall[] = []
    const url = await front(reads, { before: (call) => (calls.push(call), silent ? { status: 503, body: '' } : null) })
    const first = jobsOn(url)
    const states = reads.bus.subscribe('jobs', (_token, job) => {
      if (job.stages.find((stage) => stage.name === 'transfers')?.state === 'running') silent = true
    })
    const failed = await readOn(first)
    expect(failed).toMatchObject({ state: 'failed', error: expect.stringMatching(/^127\.0\.0\.1:\d+ did not answer/) as string })
    expect(failed.stages.find((stage) => stage.name === 'trades')).toMatchObject({ state: 'done' })
    states.stop()
    silent = false
    calls.length = 0
    const again = jobsOn(url)
    expect(await again.ended((await again.resume(failed.id)).id)).toMatchObject({ state: 'done', error: null })
    const pool = launch.pool.address.toBase58()
    expect(calls.filter(({ method, params }) => method === 'getSignaturesForAddress' && params[0] === pool)).toEqual([])
    await expectWhole(store)
  })

  /** Changes the accounts that an endpoint lists for a token. */
  const listing =
    (change: (rows: readonly ListedAccount[]) => readonly ListedAccount[]): NonNullable<SolanaProxyOptions['after']> =>
    ({ method }, result) => {
      const list = result as { value: readonly ListedAccount[] }
      return method === 'getProgramAccounts' && Array.isArray(list.value) ? { ...list, value: change(list.value) } : result
    }
  const amountIn = ({ account }: ListedAccount): bigint => Buffer.from(account.data[0], 'base64').readBigUInt64LE(OWNER_BYTES)
  const largestFirst = (rows: readonly ListedAccount[]) => rows.toSorted((a, b) => (amountIn(a) < amountIn(b) ? 1 : -1))
  const halveAll = (rows: readonly ListedAccount[]) => rows.map((row) => withHalf(row, OWNER_BYTES))

  test.concurrent(
    'a list of holders that leaves out an account does not add up to the supply; the list of a second endpoint does',
    async ({ reads }) => {
      const { store, jobsOn } = reads
      const liar = await front(reads, { after: listing((rows) => largestFirst(rows).slice(1)) })
      const alone = await readOn(jobsOn(liar), plain)
      expect(alone.stages.find(({ name }) => name === 'holders')?.message).toMatch(
        /^The list of holders at block [\d,]+ adds up to [\d.]+ % of the supply: holders are missing or wrong; set another endpoint and read the token again\.$/,
      )
      expect((await store.read.token(plain))?.holderCount).toBeNull()
      const both = await readOn(jobsOn(liar, node.url), plain)
      expect(both.stages.find(({ name }) => name === 'holders')?.message).toMatch(
        / of the supply; the list of 127\.0\.0\.1:\d+ passes both checks and is shown\.$/,
      )
      expect((await store.read.token(plain))?.holderCount).toBe(plainLaunch.holders().length)
      expect((await store.read.holders({ token: plain, limit: null })).map(({ address, raw }) => ({ address, raw }))).toEqual(plainLaunch.holders())
    },
  )

  test.concurrent('a list of holders with wrong balances differs from the accounts; endpoints that disagree are named', async ({ reads }) => {
    const { store, jobsOn } = reads
    const liar = await front(reads, { after: listing(halveAll) })
    const alone = await readOn(jobsOn(liar))
    expect(alone.stages.find(({ name }) => name === 'holders')?.message).toMatch(
      /^The list of holders at block [\d,]+ differs from the accounts of \d+ of \d+ holders at 127\.0\.0\.1:\d+: holders are missing or wrong/,
    )
    const otherAccounts = await front(reads, {
      after: ({ method }, result) => {
        if (method !== 'getTokenAccountsByOwner') return result
        const owned = result as { value: readonly ListedAccount[] }
        return { ...owned, value: owned.value.map((row) => withHalf(row, MINT_BYTES + OWNER_BYTES)) }
      },
    })
    const disputed = await readOn(jobsOn(node.url, otherAccounts))
    expect(disputed.stages.find(({ name }) => name === 'holders')?.message).toMatch(
      /differs from the accounts of \d+ of \d+ holders at 127\.0\.0\.1:\d+, and agrees with them at 127\.0\.0\.1:\d+; this chain does not prove balances, so it is unknown which is right\.$/,
    )
    expect(disputed.state).toBe('done')
    expect((await store.read.token(token))?.holderCount).toBe(launch.holders().length)
  })

  test.concurrent('trades that one list of a pool leaves out are found by another split of it and added', async ({ reads }) => {
    const { store, jobsOn } = reads
    const pool = launch.pool.address.toBase58()
    const hidden = launch.swaps[Math.floor(launch.swaps.length / 2)]?.tx
    let isHiding = true
    const after = ({ method, params }: RpcCall, result: unknown): unknown => {
      const [address, options] = params as [string, { limit: number }]
      if (method !== 'getSignaturesForAddress' || address !== pool || options.limit === SPLIT || !isHiding) return result
      return (result as { signature: string }[]).filter(({ signature }) => signature !== hidden)
    }
    const liar = await front(reads, { after })
    const wrong = await readOn(jobsOn(liar))
    const history = (job: JobRecord) => job.stages.find(({ name }) => name === 'history')?.message
    expect(history(wrong)).toMatch(
      /^127\.0\.0\.1:\d+ lists 1 transaction with trades between blocks [\d,]+ and [\d,]+ that was left out; set that endpoint first and read the token again\.$/,
    )
    isHiding = false
    expect(history(await readOn(jobsOn(liar)))).toBeNull()
    await expectWhole(store)
  })
})

interface ListedAccount {
  readonly account: { readonly data: readonly [string, 'base64'] }
}
/** The slice of a token account that is requested begins with its owner; the amount follows. */
const OWNER_BYTES = 32
const MINT_BYTES = 32

/** The account with half of the amount that is at an offset of its data. */
function withHalf(row: ListedAccount, at: number): ListedAccount {
  const data = Buffer.from(row.account.data[0], 'base64')
  data.writeBigUInt64LE(data.readBigUInt64LE(at) / 2n, at)
  return { ...row, account: { ...row.account, data: [data.toString('base64'), 'base64'] } }
}
/** Signatures per list in the check. */
const SPLIT = 100
