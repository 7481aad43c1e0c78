import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSolanaAdapter } from '../../../src-main/chains/solana/adapter.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Pool, Trade } from '../../../src-shared/domain/events.ts'
import { servePortal, type Portal } from '../../fixtures/portal/server.ts'
import { fillFromNode, solanaDataset, type SolanaBlock } from '../../fixtures/portal/solana-dataset.ts'
import { openSolanaProxy, type SolanaProxy } from '../../fixtures/surfpool/proxy.ts'
import { launchToken, type Launch } from '../../fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../fixtures/surfpool/surfpool.ts'
import { readThrough, type ReadThrough } from './read-through.ts'

const missing = surfpoolMissing()
const SALES = 60
const FIRST_SALE = 1_070
const HEAD = FIRST_SALE + SALES + 2

/** The archive has the columns and shapes of the SQD Portal's documentation. What a live gateway answers is not proved. */
describe.skipIf(missing !== null)(`a Solana token read through an archive ${missing ?? ''}`, () => {
  let node: Surfpool
  let launch: Launch
  let blocks: readonly SolanaBlock[]
  let direct: ReadThrough
  let directCalls: number
  const opened: { close(): Promise<void> }[] = []

  const closing = <T extends { close(): Promise<void> }>(one: T): T => {
    opened.push(one)
    return one
  }
  const front = async (): Promise<SolanaProxy> => closing(await openSolanaProxy(node))
  const callsTo = ({ calls }: SolanaProxy): number => calls.get('getTransaction') ?? 0

  beforeAll(async () => {
    node = await spawnSurfpool()
    launch = await launchToken(node)
    for (let n = 0; n < SALES; n++) await launch.sell('bundle two', 10_000n, FIRST_SALE + n)
    await node.toSlot(HEAD)
    blocks = await fillFromNode(node.url, launch.pool.address.toBase58(), HEAD - 1)
    const plain = await front()
    direct = await readThrough('sol', launch.token, [plain.url])
    directCalls = callsTo(plain)
  })
  afterAll(async () => {
    for (const one of opened) await one.close()
    await node.stop()
  })

  async function read(served: readonly SolanaBlock[]): Promise<{ found: ReadThrough; portal: Portal; calls: number; messages: string }> {
    const [portal, proxy] = [closing(await servePortal(solanaDataset(served))), await front()]
    const found = await readThrough('sol', launch.token, [proxy.url], '', {
      HOLDERSCOPE_SERVICE_ARCHIVE: portal.url,
      HOLDERSCOPE_ARCHIVE_HISTORY: 'true',
      HOLDERSCOPE_ARCHIVE_WALLETS: 'true',
    })
    return { found, portal, calls: callsTo(proxy), messages: found.job.stages.map(({ message }) => message ?? '').join('\n') }
  }

  test('gives the same bytes as the node in fewer calls', async () => {
    const { found, calls, messages } = await read(blocks)
    expect(found.job).toMatchObject({ state: 'done', error: null })
    expect(found.records).toEqual(direct.records)
    expect(messages).toMatch(/Read \d\d transactions from the archive 127\.0\.0\.1:\d+; 3 samples agree with the node\./)
    // Proofs and samples take the others from the node.
    expect(calls).toBeLessThan(directCalls)
  })

  test('where the archive may not be asked about wallets, it is asked about pools only', async () => {
    const [portal, proxy] = [closing(await servePortal(solanaDataset(blocks))), await front()]
    const access = { protocol: 'portal', url: portal.url, dataset: 'solana-mainnet', key: null } as const
    const adapter = closing(createSolanaAdapter({ network: 'sol', endpoints: [proxy.url], archive: (use) => (use === 'history' ? [access] : []) }))
    const token = trustedAddress(launch.token)
    const signal = AbortSignal.timeout(60_000)
    const pool = trustedAddress(launch.pool.address.toBase58())
    const [pools, trades]: [Pool[], Trade[]] = [[], []]
    for await (const { rows } of adapter.pools(token, 0, HEAD, signal)) pools.push(...rows)
    for await (const { rows } of adapter.trades(pools, 0, HEAD, signal)) trades.push(...rows)
    expect(trades.map(({ tx }) => tx).sort()).toEqual(launch.swaps.map(({ tx }) => tx).sort())
    expect(callsTo(proxy)).toBeLessThan(SALES / 2)
    const filters = portal.queries.flatMap((query) =>
      (query['transactions'] as { mentionsAccount: string[] }[]).flatMap((item) => item.mentionsAccount),
    )
    expect(new Set(filters)).toEqual(new Set([pool]))
    for await (const page of adapter.transfers(token, 0, HEAD, signal)) expect(page.source).toBeUndefined()
  })

  test('takes what the archive lacks, and transactions whose logs it dropped, from the node', async () => {
    const { found, messages } = await read(
      blocks.map((block) => ({
        ...block,
        transactions: block.transactions
          .filter(() => block.header.number % 3 !== 0)
          .map((row) => (block.header.number % 5 === 0 ? { ...row, hasDroppedLogMessages: true } : row)),
      })),
    )
    expect(found.records).toEqual(direct.records)
    expect(messages).toMatch(/Read \d\d transactions from the archive/)
  })

  test('keeps nothing of an archive that changed amounts or contradicts itself', async () => {
    const other = await read(
      blocks.map((block) => ({
        ...block,
        tokenBalances: block.tokenBalances.map((row) => ({ ...row, postAmount: '1' })),
        instructions: block.instructions.map((row) => ({ ...row, accounts: (row['accounts'] as string[]).toReversed() })),
      })),
    )
    expect(other.found.records).toEqual(direct.records)
    expect(other.messages).toMatch(/The archive 127\.0\.0\.1:\d+ has a transaction that differs from the node’s\. Nothing of it was kept\./)
    const torn = await read(blocks.map((block) => ({ ...block, balances: block.balances.map((row) => ({ ...row, pre: 'many' })) })))
    expect(torn.found.records).toEqual(direct.records)
    expect(torn.messages).toContain('contradicts itself: a row does not have the expected form')
  })

  test('is not used for a few transactions in many slots', async () => {
    const { portal, found } = await read(blocks.slice(0, FIRST_SALE))
    expect(found.records).toEqual(direct.records)
    expect(portal.requested.every((slot) => slot < FIRST_SALE)).toBe(true)
  })
})
