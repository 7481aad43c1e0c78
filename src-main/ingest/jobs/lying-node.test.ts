import { beforeAll, describe, expect } from 'vitest'
import { anvilMissing } from '../../../e2e/fixtures/anvil/anvil.ts'
import { damageAmounts, doubleSome, dropHalf, openLiar, type Lie } from '../../../e2e/fixtures/anvil/liar.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { Trade, Transfer } from '../../../src-shared/domain/events.ts'
import { useLaunchedToken } from '../testing/launched-token.ts'
import { withOwnReads } from '../testing/own-reads.ts'
import { readTokenAgain } from './read-again.ts'

const missing = anvilMissing()
const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER }

describe.skipIf(missing !== null)(`a node that lies about logs ${missing ?? ''}`, () => {
  const launched = useLaunchedToken()
  const { test, readOn } = launched
  const stage = (job: JobRecord, name: string) => job.stages.find((one) => one.name === name)
  let transfers: readonly Transfer[]
  let trades: readonly Trade[]

  beforeAll(() =>
    withOwnReads('eth', async ({ store, jobsOn }) => {
      await readOn(jobsOn(launched.url))
      transfers = await store.read.transfers({ token: launched.token, limit: null })
      trades = await store.read.tokenTrades({ token: launched.token, limit: null })
    }),
  )

  test.concurrent.for<[string, Lie]>([
    ['leaves out half of them', dropHalf],
    ['doubles some', doubleSome],
    ['damages amounts', damageAmounts],
  ])('%s: reading all blocks again restores every row', async ([_what, lie], { reads: { store, jobsOn, closing } }) => {
    let lying: Lie | null = lie
    const liar = closing(await openLiar(launched.url, () => lying))
    const jobs = jobsOn(liar.url)
    await readOn(jobs)
    const wrong = await store.read.transfers({ token: launched.token, limit: null })
    expect(wrong).not.toEqual(transfers)

    lying = null
    const job = await jobs.ended((await readTokenAgain({ store, jobs }, launched.token, { range: ALL, depth: 500 })).id)
    expect(job.state).toBe('done')
    expect(await store.read.transfers({ token: launched.token, limit: null })).toEqual(transfers)
    const bare = (rows: readonly Trade[]) => rows.map(({ leg: _leg, ...row }) => row)
    expect(bare(await store.read.tokenTrades({ token: launched.token, limit: null }))).toEqual(bare(trades))
    expect(await store.read.token(launched.token)).toMatchObject({
      holderCount: launched.truth.holders.length,
      tradeCount: launched.truth.swaps.length,
    })
    const key = ({ tx, position, raw }: Transfer) => `${tx} ${position.event} ${raw}`
    const stored = new Set(wrong.map(key))
    const same = transfers.filter((row) => stored.has(key(row))).length
    const changed = lie === damageAmounts ? wrong.length - same : 0
    const compared = { same, added: transfers.length - same - changed, removed: wrong.length - same - changed, changed }
    expect(stage(job, 'transfers')?.compared).toEqual(compared)
    expect(stage(job, 'transfers')?.message).toMatch(
      new RegExp(`^Compared with ${wrong.length} stored rows: ${compared.added} added, ${compared.removed} removed, ${changed} changed.`),
    )
  })
  test.concurrent('reading a range again compares the rows of these blocks alone', async ({ reads: { store, jobsOn } }) => {
    const jobs = jobsOn(launched.url)
    await readOn(jobs)
    const range = { from: transfers[10]?.position.block ?? 0, to: transfers[40]?.position.block ?? 0 }
    const job = await jobs.ended((await readTokenAgain({ store, jobs }, launched.token, { range, depth: 500 })).id)
    const same = transfers.filter(({ position: { block } }) => block >= range.from && block <= range.to).length
    expect(stage(job, 'transfers')?.compared).toEqual({ same, added: 0, removed: 0, changed: 0 })
    expect(await store.read.transfers({ token: launched.token, limit: null })).toEqual(transfers)
  })

  test.concurrent('a token that is being read or was not read cannot be read again', async ({ reads: { store, jobsOn } }) => {
    const jobs = jobsOn(launched.url)
    const again = () => readTokenAgain({ store, jobs }, launched.token, { range: ALL, depth: 500 })
    await expect(again()).rejects.toMatchObject({ code: 'token_not_found' })
    await readOn(jobs)
    const first = await again()
    await expect(again()).rejects.toMatchObject({ code: 'conflict' })
    expect(await jobs.ended(first.id)).toMatchObject({ state: 'done' })
  })
})
