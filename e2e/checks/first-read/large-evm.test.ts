import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withOwnReads } from '../../../src-main/ingest/testing/own-reads.ts'
import { openTestStore } from '../../../src-main/store/testing/test-store.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { scriptPath } from '../../fixtures/bundles/scripts.ts'
import { openChainServer, type ChainServer } from '../../fixtures/evm-chain/server.ts'
import { CREATED, fundedIn, headOf, swapsOf, TOKEN, tokensOf, walletNumber, type World } from '../../fixtures/evm-chain/world.ts'

/** 100,000 swaps among 20,000 holders. */
const WORLD: World = { wallets: 20_000, rounds: 5 }
const READ_CHILD = scriptPath('read-child')
const DEPTH = 500
const LONG = 1_800_000

/** Blocks of the launch whose fees are read: the first one and the `TIPPED_BLOCKS` after it (src-main/ingest/stages/launch-facts.ts). */
const LAUNCH_BLOCKS = 21

describe('a read of a large token', () => {
  let folder: string
  let chain: ChainServer
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'large-evm-'))
    chain = await openChainServer(WORLD)
  })
  afterEach(async () => {
    await chain.close()
    rmSync(folder, { recursive: true })
  })

  const start = (): ChildProcess =>
    spawn(process.execPath, [READ_CHILD, join(folder, 'store.db'), chain.url, TOKEN], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = (child: ChildProcess): Promise<number | null> => new Promise((resolve) => child.once('exit', (code) => resolve(code)))

  it(
    'has the launch before it spends calls on the other trades',
    async () => {
      await withOwnReads('eth', async ({ jobsOn, store }) => {
        const token = { network: 'eth', address: trustedAddress(TOKEN) } as const
        const jobs = jobsOn(chain.url)
        const { id } = await jobs.start(token, { depth: DEPTH, sinceBlock: null })
        const isLaunched = async (): Promise<boolean> =>
          (await jobs.get(id))?.stages.some(({ name, state }) => name === 'launch' && state === 'done') === true
        await expect.poll(isLaunched, { timeout: LONG, interval: 20 }).toBe(true)
        const calls = chain.calls.length
        await jobs.cancel(id)
        // Log queries of 5,000 transfers, the blocks of the launch, and a bisection of the chain for each of the 20 largest holders.
        const launchBlocks = 41
        const needed = 60 + swapsOf(WORLD) / 5_000 + launchBlocks + 20 * Math.log2(headOf(WORLD) / 20) + 2 * 20
        expect(calls).toBeLessThanOrEqual(1.3 * needed)
        const [first] = await store.read.tokenTrades({ token, limit: 1 })
        expect(first?.position.block).toBe(CREATED + 10)
        const largest = (await store.read.holders({ token, limit: 20 })).map(({ address }) => address)
        expect(await store.read.funding({ network: 'eth', wallets: largest })).toHaveLength(19)
      })
    },
    LONG,
  )

  it(
    'is whole after two kills, and no block is requested twice but those of the pages that were cut off',
    async () => {
      const swapBlocks = Math.ceil(swapsOf(WORLD) / 8)
      for (const part of [0.3, 0.7]) {
        const child = start()
        await expect.poll(() => receiptBlocks(chain).size, { timeout: LONG }).toBeGreaterThan(swapBlocks * part)
        child.kill('SIGKILL')
        await ended(child)
      }
      const last = start()
      let printed = ''
      last.stdout?.on('data', (text: Buffer) => (printed += text.toString()))
      expect(await ended(last)).toBe(0)
      expect(JSON.parse(printed)).toMatchObject({ state: 'done', error: null })

      const store = await openTestStore(join(folder, 'store.db'))
      const token = { network: 'eth', address: trustedAddress(TOKEN) } as const
      const stored = await store.read.token(token)
      expect(stored).toMatchObject({ createdBlock: CREATED, holderCount: WORLD.wallets + 1, tradeCount: swapsOf(WORLD) })
      const holders = await store.read.holders({ token, limit: DEPTH })
      for (const { address, raw } of holders) expect(raw).toBe(tokensOf(address, headOf(WORLD), WORLD))
      const wallets = holders.map(({ address }) => address).filter((address) => walletNumber(address, WORLD) !== null)
      const fundings = await store.read.funding({ network: 'eth', wallets })
      expect(fundings.map(({ wallet, block }) => [wallet, block])).toEqual(
        fundings.map(({ wallet }) => [wallet, fundedIn(walletNumber(wallet, WORLD) ?? 0, WORLD)]),
      )
      expect(fundings).toHaveLength(wallets.length)
      await store.close()

      const repeated = [...receiptBlocks(chain).values()].filter((times) => times > 1).length
      // A page has 50 swaps, and a kill interrupts one page. The fees of the first buys are read from the receipts of their blocks.
      expect(repeated).toBeLessThanOrEqual(2 * Math.ceil(50 / 8 + 1) + LAUNCH_BLOCKS)
    },
    LONG,
  )
})

/** How often the receipts of each block with swaps were requested. */
function receiptBlocks({ calls }: ChainServer): Map<string, number> {
  const blocks = new Map<string, number>()
  for (const { method, params } of calls)
    if (method === 'eth_getBlockReceipts' && Number(params[0]) > CREATED) blocks.set(String(params[0]), (blocks.get(String(params[0])) ?? 0) + 1)
  return blocks
}
