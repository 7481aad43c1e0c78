import { afterAll, beforeAll, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { SOL, STORY_NOW_MS, storyTrade } from '../testing/story.ts'

/** docs/api/rest.md#conventions: the source and time of the trades in an answer. */

let running: Running
beforeAll(async () => {
  running = await startRunning()
})
afterAll(() => running.stop())

const unlistedToken = (letter: string) => trustedAddress(`${letter.repeat(43)}1`)
/** A trade of the story between two tokens, at least one of which is not stored. */
const between = (n: number, tokenIn: string, tokenOut: string): Trade => {
  const trade = storyTrade(SOL, n)
  return {
    ...trade,
    pool: null,
    tokenIn: { ...trade.tokenIn, token: trustedAddress(tokenIn) },
    tokenOut: { ...trade.tokenOut, token: trustedAddress(tokenOut) },
  }
}

async function provenance(query: string): Promise<{ source: string | null; asOf: number }> {
  const { headers } = await running.call(`/dex/v1/sol/trades?${query}`)
  return { source: headers.get('x-data-source'), asOf: Date.parse(headers.get('x-data-as-of') ?? '') }
}

it('trades of tokens that were never read came in a file, and are as of the newest of them', async () => {
  const [one, other] = [unlistedToken('A'), unlistedToken('B')]
  const rows = [between(2_000, one, other), between(2_001, one, other)]
  await running.store.write.saveTrades({ network: 'sol', rows, token: null, covers: null })
  const newest = { source: 'import', asOf: (rows[1]?.time ?? 0) * 1000 }
  expect(await provenance(`token=${one}`)).toEqual(newest)
  expect(await provenance(`token=${one}&sort=asc&limit=1`)).toEqual(newest)
})

it('trades of a token that was not read itself were read with the one that was', async () => {
  const bought = unlistedToken('C')
  await running.store.write.saveTrades({ network: 'sol', rows: [between(2_010, SOL.token.address, bought)], token: null, covers: null })
  expect(await provenance(`token=${bought}`)).toEqual(await provenance(`token=${SOL.token.address}`))
})

it('that there are none is so now', async () => {
  expect(await provenance(`token=${unlistedToken('D')}`)).toEqual({ source: 'live', asOf: STORY_NOW_MS })
})
