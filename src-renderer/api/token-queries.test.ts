import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Client } from '../../src-client/client.ts'
import { holdersQuery } from './token-queries.ts'

/** A service with this many holders, which answers with at most 10,000 of them. */
function serviceWith(total: number): { client: Client; offsets: number[] } {
  const offsets: number[] = []
  const call = async (_route: string, { query: { offset, limit } }: { query: { offset: number; limit: number } }) => {
    offsets.push(offset)
    const holders = Array.from({ length: Math.min(limit, 10_000, total - offset) }, (_, i) => ({ address: `wallet ${offset + i}` }))
    return { value: { total, holders }, asOf: null, source: null, unknown: [], coverage: null }
  }
  return { client: { call } as unknown as Client, offsets }
}

it.each([
  [7, 7, [0]],
  [20_001, 20_001, [0, 10_000, 20_000]],
  [90_000, 50_000, [0, 10_000, 20_000, 30_000, 40_000]],
])('reads the largest of %i holders page by page', async (total, read, pages) => {
  const { client, offsets } = serviceWith(total)
  const { value } = await new QueryClient().fetchQuery(holdersQuery(client, { network: 'sol', address: 'token' }))
  expect(value.total).toBe(total)
  expect(new Set(value.holders.map(({ address }) => address)).size).toBe(read)
  expect(offsets).toEqual(pages)
})
