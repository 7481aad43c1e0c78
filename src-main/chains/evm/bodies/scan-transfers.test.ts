import { describe, expect, test } from 'vitest'
import { SAMPLE_TOKEN, transferAnswer } from '../fixtures/log-answers.ts'
import { readTransfer } from '../normalise.ts'
import { rawLog } from '../raw.ts'
import { jsonApart, ScannedTransfers, transfersApart } from './read-body.ts'
import { scanTransfers } from './scan-transfers.ts'

interface Answer {
  jsonrpc: string
  id: number
  result: Record<string, unknown>[]
}
const answer = (): Answer => JSON.parse(transferAnswer({ logs: 60, holders: 9, page: 0 })) as Answer
const scan = (text: string): ReturnType<typeof scanTransfers> => scanTransfers(Buffer.from(text), SAMPLE_TOKEN)
const slowly = (value: Answer): unknown[] =>
  value.result.map((item) => {
    const log = rawLog.parse(item)
    const { blockNumber, blockHash, transactionHash, transactionIndex, logIndex, blockTimestamp } = log
    return { blockNumber, blockHash, transactionHash, transactionIndex, logIndex, blockTimestamp: blockTimestamp ?? null, ...readTransfer(log) }
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

describe('long answers read on another thread', () => {
  test('are the same rows in the same order as on this one', async () => {
    const text = transferAnswer({ logs: 3_500, holders: 100, page: 0 })
    const read = (await transfersApart(SAMPLE_TOKEN)(new Uint8Array(Buffer.from(text)), new AbortController().signal)) as { result: unknown }
    expect(read.result).toBeInstanceOf(ScannedTransfers)
    expect((read.result as ScannedTransfers).rows).toEqual(scan(text))
    const json = await jsonApart(new Uint8Array(Buffer.from(text)), new AbortController().signal)
    expect(json).toEqual(JSON.parse(text))
  })

  test('an error, or what is no JSON, comes back as what it is', async () => {
    const signal = new AbortController().signal
    expect(await transfersApart(SAMPLE_TOKEN)(new Uint8Array(Buffer.from('{"error":{"code":1}}')), signal)).toEqual({ error: { code: 1 } })
    expect(await jsonApart(new Uint8Array(Buffer.from('nonsense')), signal)).toBeNull()
  })
})
