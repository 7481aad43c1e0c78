import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TradePage } from '../../../src-shared/contract/records/trade.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import { openSocket } from '../testing/frame-socket.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { SOL, storyToken, storyTrade } from '../testing/story.ts'

/** Imported answers may contain trades of tokens without their decimals. No amount is invented and no call fails. */

const base58 = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const unlistedToken = (n: number) => trustedAddress(`${base58.charAt(n).repeat(43)}1`)
/** A trade of the story that buys another token. It has no decimals for that token if `decimals` is null. */
const bought = (n: number, token: Trade['pool'], decimals: number | null): Trade => {
  const trade = storyTrade(SOL, n)
  return { ...trade, pool: null, tokenOut: { token: token ?? trade.tokenOut.token, raw: 1_500_000n, decimals, usd: null } }
}

let running: Running
beforeAll(async () => {
  running = await startRunning()
})
afterAll(() => running.stop())

const save = (rows: readonly Trade[]) => running.store.write.saveTrades({ network: 'sol', rows, token: null, covers: null })
const page = async (query: string): Promise<TradePage> => {
  const response = await running.call(`/dex/v1/sol/trades?${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as TradePage
}

describe('trades whose source gave no decimals', () => {
  it('are left out of pages and lines while the decimals are unknown', async () => {
    const token = unlistedToken(0)
    await save([bought(1_000, token, null)])
    expect(await page(`token=${token}`)).toEqual({ trades: [], next_cursor: null })
    const lines = await running.call(`/local/v1/sol/trades?token=${token}`)
    expect([lines.status, await lines.text()]).toEqual([200, ''])
  })

  it('are listed as soon as another trade of the token gives them', async () => {
    const token = unlistedToken(1)
    await save([bought(1_010, token, null)])
    await save([bought(1_011, token, 6)])
    const { trades } = await page(`token=${token}`)
    expect(trades.map(({ token_out }) => token_out.amount)).toEqual([1.5, 1.5])
  })

  it('stay out where other trades contradict each other', async () => {
    const token = unlistedToken(2)
    await save([bought(1_020, token, 6), bought(1_021, token, 9), bought(1_022, token, null)])
    expect((await page(`token=${token}`)).trades).toHaveLength(2)
  })

  it('are listed with the decimals of the stored token', async () => {
    const token = unlistedToken(5)
    await save([bought(1_030, token, null)])
    await running.store.write.saveToken({ ...storyToken(SOL), address: token, decimals: 3 })
    const { trades } = await page(`token=${token}`)
    expect(trades.map(({ token_out }) => token_out.amount)).toEqual([1_500])
  })

  it('do not make pages short, nor hide or repeat what stands between them', async () => {
    const signer = unlistedToken(3)
    const rows = Array.from({ length: 40 }, (_, n) => ({ ...bought(1_100 + n, n % 4 === 0 ? null : unlistedToken(4), null), signer }))
    await save(rows)
    const seen: string[] = []
    const sizes: number[] = []
    for (let cursor = ''; ;) {
      const { trades, next_cursor } = await page(`signer=${signer}&sort=asc&limit=3${cursor}`)
      seen.push(...trades.map((trade) => trade.tx_signature))
      sizes.push(trades.length)
      if (next_cursor === null) break
      cursor = `&cursor=${next_cursor}`
    }
    expect(seen).toEqual(rows.filter((_, n) => n % 4 === 0).map(({ tx }) => tx))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3)
  })

  it('are not streamed, and the next one is', async () => {
    const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader })
    socket.send({ op: 'subscribe', network: 'sol', address: SOL.token.address, stream: 'dex_trades' })
    await socket.until((frame) => frame['op'] === 'subscribed')
    running.jobs.trade('sol', [{ ...bought(1_200, SOL.token.address, null) }, storyTrade(SOL, 1_201)])
    const [event] = (await socket.until((frame) => frame['op'] === 'event')).filter((frame) => frame['op'] === 'event')
    expect(event).toMatchObject({ data: { tx_signature: storyTrade(SOL, 1_201).tx } })
    await socket.close()
  })
})
