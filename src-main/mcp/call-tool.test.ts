import { beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src-client/client.ts'
import { callTool, type ToolAnswer } from './call-tool.ts'
import type { ToolPart } from './part-answer.ts'
import { TOOLS } from './tools.ts'

/** Lists that a route returns in parts, by offset. */

const NETWORK = { network: 'sol', token_address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }
const LISTS = [
  ['holders', 'holders', 'holders', 'total', NETWORK],
  ['tokens_in_common', 'common', 'wallets', 'wallets_total', { network: 'sol', tokens: 'a,b' }],
  ['serial_wallets', 'serial', 'entries', 'total', { network: 'sol' }],
] as const

let rows: { address: string; balance: number }[]
let version: string | null
let reads: number
beforeEach(() => {
  rows = Array.from({ length: 450 }, (_, at) => ({ address: `wallet ${at}`, balance: 1000 - at }))
  version = null
  reads = 0
})

/** Answers every call with a part of `rows`, read in a later second than the call before. */
const clientOf = (list: string, total: string): Client => ({
  session: { origin: '', key: '' },
  call: (_id, input) => {
    const { offset, limit } = (input as unknown as { query: { offset: number; limit: number } }).query
    const value = { [total]: rows.length, [list]: rows.slice(offset, offset + limit) }
    const answer: ToolPart = { value, asOf: version === null ? reads++ : 1, source: 'live', unknown: [], coverage: null, version }
    return Promise.resolve(answer as ToolPart & { value: never })
  },
})

describe.each(LISTS)('%s', (name, part, list, total, values) => {
  const tool = TOOLS.find((each) => each.name === name)
  if (tool === undefined) throw new Error('the tool is offered')
  const page = (cursor: string | null): Promise<ToolAnswer> =>
    callTool(clientOf(list, total), tool, { ...values, ...(cursor === null ? {} : { cursor }) })
  const rowsOf = ({ data }: ToolAnswer): unknown[] => (data[part] as Record<string, unknown[]>)[list] ?? []

  it('has every row once', async () => {
    const seen: unknown[] = []
    let cursor: string | null = null
    do {
      const answer: ToolAnswer = await page(cursor)
      seen.push(...rowsOf(answer))
      cursor = answer.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(rows)
  })

  it.each([
    ['a row fewer', () => rows.shift()],
    ['another order', () => rows.splice(199, 2, ...rows.slice(199, 201).reverse())],
    ['another last row', () => (rows[199] = { address: 'wallet 199', balance: 1 })],
  ])('does not continue a list with %s', async (_what, change) => {
    const { next_cursor } = await page(null)
    change()
    await expect(page(next_cursor)).rejects.toThrow('The data changed since the first page; start again without a cursor.')
  })

  it('does not continue another version of the record, of the same second', async () => {
    version = 'one'
    const { next_cursor } = await page(null)
    version = 'other'
    await expect(page(next_cursor)).rejects.toThrow('The data changed since the first page; start again without a cursor.')
  })
})
