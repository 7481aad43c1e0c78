import { afterEach, expect, it, vi } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { tradesToRecords } from '../../records/trade.ts'
import { ETH, storyTrade } from '../../server/testing/story.ts'
import * as table from '../table.ts'
import { tradeLine } from './trade-line.ts'

const WETH = trustedAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2')
const bought = storyTrade(ETH, 0)
const sold = storyTrade(ETH, 1)
afterEach(() => vi.restoreAllMocks())

const lines = (): string[] =>
  tradesToRecords([{ ...bought, tokenIn: { ...bought.tokenIn, token: WETH } }, sold]).map((record) => tradeLine(record, ETH.token))

it('has the side of the token, and whole values in a pipe', () => {
  expect(lines()).toEqual([
    `2023-11-14T19:26:40.000Z\tbuy\t1000\t1\t${WETH}\t1\t${bought.signer}\teth-trade-0`,
    `2023-11-14T19:26:41.000Z\tsell\t2000\t2\t${ETH.quote}\t2\t${sold.signer}\teth-trade-1`,
  ])
  const [record] = tradesToRecords([sold])
  expect(record && tradeLine(record, { ...ETH.token, address: ETH.pool })).toContain('\tswap\t')
})

it('fits a terminal, with the name of a known quote token', () => {
  vi.spyOn(table, 'terminalWidth').mockReturnValue(80)
  expect(lines()).toEqual([
    '2023-11-14 19:26:40 UTC buy        1,000 for           1 WETH      by 0x000…00c',
    '2023-11-14 19:26:41 UTC sell       2,000 for           2 0x000…0ee by 0x000…00d',
  ])
  for (const line of lines()) expect(line.length).toBeLessThanOrEqual(80)
})
