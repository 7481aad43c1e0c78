import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SAMPLE_TOKEN, transferAnswer } from '../fixtures/log-answers.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import { toTransfer } from '../normalise.ts'
import { rawLog } from '../raw.ts'
import { jsonApart, ScannedTransfers, transfersApart } from './read-body.ts'
import { scanTransfers } from './scan-transfers.ts'
import { partiesOf, rowsOf, type TransferColumns } from './transfer-columns.ts'

interface Answer {
  jsonrpc: string
  id: number
  result: Record<string, unknown>[]
}
const answer = (): Answer => JSON.parse(transferAnswer({ logs: 60, holders: 9, page: 0 })) as Answer
const scan = (text: string): Transfer[] | null => {
  const columns = scanTransfers(Buffer.from(text), SAMPLE_TOKEN)
  return columns === null ? null : rowsIn(columns)
}
const rowsIn = (columns: TransferColumns): Transfer[] =>
  rowsOf(
    columns,
    { network: 'eth', token: SAMPLE_TOKEN, times: columns.blocks.map((block) => block.blockTimestamp), parties: partiesOf(columns) },
    0,
    columns.count,
  )
const slowly = (value: Answer): unknown[] =>
  value.result.map((item) => {
    const log = rawLog.parse(item)
    return toTransfer('eth', log, log.blockTimestamp ?? null)
  })
/** The answer with one field of its last log replaced. */
function spoilt(field: string, value: unknown): string {
  const made = answer()
  const last = made.result.at(-1)
  if (last !== undefined) last[field] = value
  return JSON.stringify(made)
}

describe('Transfer logs read from their bytes', () => {
  test('are what the schema reads from their JSON, also with spaces, another order of fields and none of the optional ones', () => {
    expect(scan(JSON.stringify(answer()))).toEqual(slowly(answer()))
    expect(scan(JSON.stringify(answer(), null, 2))).toEqual(slowly(answer()))
    const turned = answer()
    turned.result = turned.result.map((log) => Object.fromEntries(Object.entries(log).reverse()))
    expect(scan(JSON.stringify(turned))).toEqual(slowly(answer()))
    const bare = answer()
    bare.result = bare.result.map(({ removed: _removed, blockTimestamp: _time, ...log }) => log)
    expect(scan(JSON.stringify(bare))).toEqual(slowly(bare))
    expect(scan('{"id":1,"jsonrpc":"2.0","result":[]}')).toEqual([])
  })

  test.each([0n, 1n, 2n ** 53n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 128n - 1n, 2n ** 128n, 2n ** 256n - 1n])('an amount of %s is exact', (raw) => {
    expect(scan(spoilt('data', `0x${raw.toString(16).padStart(64, '0')}`))?.at(-1)?.raw).toBe(raw)
  })

  test.each([
    ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit"}}'],
    ['half an answer', transferAnswer({ logs: 3, holders: 3, page: 0 }).slice(0, 700)],
    ['no JSON', '<html></html>'],
    ['something after the end', `${transferAnswer({ logs: 1, holders: 3, page: 0 })}{}`],
    ['another token', spoilt('address', `0x${'1'.repeat(40)}`)],
    ['a withdrawn log', spoilt('removed', true)],
    ['another event', spoilt('topics', [`0x${'1'.repeat(64)}`])],
    ['short data', spoilt('data', '0x12')],
    ['a digit that is none', spoilt('transactionHash', `0x${'g'.repeat(64)}`)],
    ['a party that is no address', spoilt('topics', [answer().result[0]?.['topics'], `0x${'1'.repeat(64)}`])],
    ['a number too large', spoilt('blockNumber', `0x${'f'.repeat(16)}`)],
    ['a missing field', spoilt('logIndex', undefined)],
    ['a field nobody knows', spoilt('extra', 'x')],
  ])('%s is left to the slow reader', (_, text) => {
    expect(scan(text)).toBeNull()
  })
})

describe('the reader that compares each log with the one before', () => {
  test('follows where logs of one answer are written in different ways', () => {
    const mixed = answer()
    mixed.result = mixed.result.map((log, i) => {
      const { blockTimestamp, ...rest } = log
      return i % 3 === 0 ? rest : i % 3 === 1 ? { blockTimestamp, ...rest } : Object.fromEntries(Object.entries(log).reverse())
    })
    expect(scan(JSON.stringify(mixed))).toEqual(slowly(mixed))
  })

  test('never reads other rows than the schema: any one byte of an answer may be another', () => {
    const text = transferAnswer({ logs: 4, holders: 3, page: 0 })
    let accepted = 0
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'0123456789abcdefxF"\\{}[],: gé'), (at, char) => {
        const other = text.slice(0, at) + char + text.slice(at + 1)
        const rows = scan(other)
        if (rows === null) return
        accepted += 1
        expect(rows).toEqual(slowly(JSON.parse(other) as Answer))
      }),
      { numRuns: 3_000, seed: 7 },
    )
    expect(accepted).toBeGreaterThan(500)
  })
})

describe('long answers read on another thread', () => {
  test('are the same rows in the same order as on this one', async () => {
    const text = transferAnswer({ logs: 3_500, holders: 100, page: 0 })
    const read = (await transfersApart(SAMPLE_TOKEN)(new Uint8Array(Buffer.from(text)), new AbortController().signal)) as { result: unknown }
    expect(read.result).toBeInstanceOf(ScannedTransfers)
    expect(rowsIn((read.result as ScannedTransfers).columns)).toEqual(scan(text))
    const json = await jsonApart(new Uint8Array(Buffer.from(text)), new AbortController().signal)
    expect(json).toEqual(JSON.parse(text))
  })

  test('an error, or what is no JSON, comes back as what it is', async () => {
    const signal = new AbortController().signal
    expect(await transfersApart(SAMPLE_TOKEN)(new Uint8Array(Buffer.from('{"error":{"code":1}}')), signal)).toEqual({ error: { code: 1 } })
    expect(await jsonApart(new Uint8Array(Buffer.from('nonsense')), signal)).toBeNull()
  })
})
