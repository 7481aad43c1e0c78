import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TradePage } from '../../../src-shared/contract/records/trade.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { ETH, SOL, STORY_TRADES, storyTrade } from '../testing/story.ts'

/** docs/api/rest.md#historical-trades: cursors are opaque, bound to their filter, and stable while trades arrive. */

let running: Running
beforeAll(async () => {
  running = await startRunning()
})
afterAll(() => running.stop())

const url = (query: string): string => `/dex/v1/sol/trades?${query}`
const page = async (query: string): Promise<TradePage> => (await (await running.call(url(query))).json()) as TradePage

let arrived = STORY_TRADES
/** Adds trades before, among and after the present ones. */
async function more(): Promise<void> {
  const fresh = Array.from({ length: 7 }, () => storyTrade(SOL, arrived++))
  const among = storyTrade(SOL, arrived++)
  const rows = [...fresh, { ...among, position: { block: 1_000 + (arrived % 50), tx: 6, event: arrived } }]
  await running.store.write.saveTrades({ network: 'sol', rows, token: null, covers: null })
}

describe.each(['desc', 'asc'])('%s', (sort) => {
  it.each([
    ['token', SOL.token.address],
    ['pool', SOL.pool],
    ['signer', SOL.buyers[1] ?? ''],
  ])('by %s: every trade of the start once, none twice, while rows arrive', async (by, address) => {
    const filter = `${by}=${address}&sort=${sort}`
    const atStart: string[] = []
    for (let cursor = ''; ;) {
      const { trades, next_cursor } = await page(`${filter}&limit=200${cursor}`)
      atStart.push(...trades.map((trade) => trade.tx_signature))
      if (next_cursor === null) break
      cursor = `&cursor=${next_cursor}`
    }
    const seen: string[] = []
    for (let cursor = ''; ;) {
      const { trades, next_cursor } = await page(`${filter}&limit=9${cursor}`)
      seen.push(...trades.map((trade) => trade.tx_signature))
      if (next_cursor === null || seen.length >= atStart.length) break
      await more()
      cursor = `&cursor=${next_cursor}`
    }
    expect(seen).toEqual(atStart)
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('the last page, oldest first', () => {
  it('has a cursor with which polling goes on: each later trade once, wherever in the chain it is', async () => {
    const filter = `token=${SOL.token.address}&sort=asc`
    let cursor = ''
    for (let full = true; full;) {
      const { trades, next_cursor } = await page(`${filter}&limit=200${cursor}`)
      full = trades.length === 200
      expect(next_cursor).not.toBeNull()
      cursor = `&cursor=${next_cursor}`
    }
    expect(await page(`${filter}${cursor}`)).toEqual({ trades: [], next_cursor: null })
    const later: string[] = []
    for (let poll = 0; poll < 3; poll++) {
      const before = arrived
      await more()
      for (let wanted = arrived - before; wanted > 0;) {
        const { trades, next_cursor } = await page(`${filter}&limit=5${cursor}`)
        const blocks = trades.map(({ block }) => block)
        expect(blocks).toEqual(blocks.toSorted((a, b) => a - b))
        later.push(...trades.map(({ tx_signature }) => tx_signature))
        wanted -= trades.length
        cursor = `&cursor=${next_cursor}`
      }
    }
    const expected = Array.from({ length: 24 }, (_, n) => storyTrade(SOL, arrived - 24 + n).tx)
    expect(later.toSorted()).toEqual(expected.toSorted())
  })
})

describe('a cursor', () => {
  it.each([
    ['another address', `token=${SOL.quote}`],
    ['another kind of filter', `pool=${SOL.token.address}`],
    ['another order', `token=${SOL.token.address}&sort=asc`],
  ])('is refused with %s', async (_, query) => {
    const { next_cursor } = await page(`token=${SOL.token.address}&limit=5`)
    const response = await running.call(url(`${query}&cursor=${next_cursor}`))
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: 'validation_error', detail: [{ loc: ['query', 'cursor'] }] })
  })

  it('is refused when a character of it is changed', async () => {
    const { next_cursor } = await page(`token=${SOL.token.address}&limit=5`)
    const text = next_cursor ?? ''
    for (let at = 0; at < text.length - 1; at += 7) {
      const changed = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
      expect((await running.call(url(`token=${SOL.token.address}&cursor=${changed}`))).status, changed).toBe(422)
    }
  })

  it('goes with any page size', async () => {
    const { next_cursor } = await page(`token=${SOL.token.address}&limit=5`)
    expect((await page(`token=${SOL.token.address}&limit=10&cursor=${next_cursor}`)).trades).toHaveLength(10)
  })

  it('is null on the last page, even when that is full', async () => {
    const last = await running.call(`/dex/v1/eth/trades?token=${ETH.token.address}&limit=${STORY_TRADES}`)
    const { trades, next_cursor } = (await last.json()) as TradePage
    expect([trades.length, next_cursor]).toEqual([STORY_TRADES, null])
  })
})
