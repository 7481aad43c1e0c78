import { describe, expect } from 'vitest'
import { anvilMissing } from '../../../e2e/fixtures/anvil/anvil.ts'
import { answerCall, openProxy, type CountingProxy, type LogQuery } from '../../../e2e/fixtures/anvil/proxy.ts'
import { useLaunchedToken } from '../testing/launched-token.ts'
import type { OwnReads } from '../testing/own-reads.ts'

const missing = anvilMissing()

describe.skipIf(missing !== null)(`a read job from an endpoint that withholds something ${missing ?? ''}`, () => {
  const launched = useLaunchedToken()
  const { test, readOn } = launched
  const proxy = async ({ closing }: OwnReads, options: Parameters<typeof openProxy>[1] = {}): Promise<CountingProxy> =>
    closing(await openProxy(launched.url, options))

  test.concurrent('reads every block once from an endpoint that returns ten blocks at a time', async ({ reads }) => {
    const { store, jobsOn } = reads
    const counted = await proxy(reads, { logsMaxRange: 10 })
    const job = await readOn(jobsOn(counted.url))
    expect(job.state).toBe('done')
    expect(overlaps(counted.logQueries)).toEqual([])
    expect(await store.read.holders({ token: launched.token, limit: null })).toHaveLength(launched.truth.holders.length)
  })

  /** Returns no logs of blocks before `block`, without an error. */
  const withoutLogsBefore = (reads: OwnReads, block: number, without: readonly string[] = []): Promise<CountingProxy> =>
    proxy(reads, {
      without,
      ...(without.length === 0 ? {} : { keepsBlocks: 5 }),
      async before(call) {
        if (call.method !== 'eth_getLogs') return null
        const query = call.params[0] as { fromBlock: string; toBlock: string } | { blockHash: string }
        // Such an endpoint is asked by numbers.
        if ('blockHash' in query) return answerCall(call, { error: { code: -32602, message: 'invalid argument 0: fromBlock is missing' } })
        const isOld = Number(query.toBlock) < block
        const fromBlock = `0x${Math.max(block, Number(query.fromBlock)).toString(16)}`
        const body = { jsonrpc: '2.0', ...call, params: [{ ...query, fromBlock }] }
        if (isOld) return answerCall(call, { result: [] })
        const answer = await fetch(launched.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
        return { status: answer.status, body: await answer.text() }
      },
    })

  test.concurrent.for([
    ['by the transfers of its creation', []],
    ['by a first transfer that creates nothing', ['ots_getContractCreator', 'trace_block', 'debug_traceBlockByNumber']],
  ] as const)('an endpoint that returns no old events is noticed %s: holders are not all', async ([_how, without], { reads }) => {
    const { store, jobsOn } = reads
    await readOn(jobsOn(launched.url))
    const transfers = await store.read.transfers({ token: launched.token, limit: null })
    const since = transfers.find(({ from }, i) => i > 3 && from !== `0x${'0'.repeat(40)}`)?.position.block ?? 0
    await store.write.deleteToken(launched.token)

    const poor = await withoutLogsBefore(reads, since, without)
    expect(await readOn(jobsOn(poor.url))).toMatchObject({ state: 'done' })
    const stored = await store.read.token(launched.token)
    expect(stored?.holderCount).toBeNull()
    expect(stored?.notes).toContainEqual(expect.stringMatching(new RegExp(`history of events is cut: it returns no transfer before block ${since}`)))
    for (const what of ['transfers', 'trades'] as const) expect((await store.read.covered({ token: launched.token, what }))[0]?.from).toBe(since)
    expect(stored?.notes).toContainEqual(expect.stringMatching(/because earlier transfers were not read/))

    expect(await readOn(jobsOn(launched.url))).toMatchObject({ state: 'done' })
    expect(await store.read.transfers({ token: launched.token, limit: null })).toEqual(transfers)
    expect(await store.read.token(launched.token)).toMatchObject({ holderCount: launched.truth.holders.length })
  })

  test.concurrent('an endpoint that returns no events at all fails the read and leaves the holders unknown', async ({ reads }) => {
    const { store, jobsOn } = reads
    const poor = await withoutLogsBefore(reads, 2 ** 40)
    const job = await readOn(jobsOn(poor.url))
    expect(job).toMatchObject({ state: 'failed', error: expect.stringMatching(/no transfer of this token, although it has a supply/) as string })
    expect(await store.read.covered({ token: launched.token, what: 'transfers' })).toEqual([])
    expect(await store.read.token(launched.token)).toMatchObject({ holderCount: null })
  })

  test.concurrent('without an archive endpoint, funding is skipped with a remedy and the rest is read', async ({ reads }) => {
    const { store, jobsOn } = reads
    const poor = await proxy(reads, { keepsBlocks: 5, without: ['ots_getContractCreator', 'trace_block', 'debug_traceBlockByNumber'] })
    const job = await readOn(jobsOn(poor.url))
    expect(job.stages.map((stage) => `${stage.name} ${stage.state}`)).toEqual([
      'token done',
      'preview done',
      'transfers done',
      'holders done',
      'pools done',
      'accounts done',
      'launch done',
      'trades done',
      'funding skipped',
      'snapshot done',
    ])
    expect(job.stages.find((stage) => stage.name === 'funding')?.message).toMatch(/archive endpoint/)
    expect(await store.read.token(launched.token)).toMatchObject({ creator: null, notes: [expect.stringMatching(/archive/) as string] })
  })
})

/** Cross-checks request single blocks again. */
const isSample = ({ from, to }: LogQuery): boolean => from === to

/** Pairs of queries for the same logs that share a block. */
function overlaps(queries: readonly LogQuery[]): LogQuery[] {
  return queries.filter(
    (query, i) =>
      !isSample(query) &&
      queries.some(
        (other, j) =>
          j < i &&
          other.topics === query.topics &&
          other.addresses.join() === query.addresses.join() &&
          other.from <= query.to &&
          query.from <= other.to,
      ),
  )
}
