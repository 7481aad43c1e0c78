import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import { transferAnswer } from '../fixtures/log-answers.ts'
import { parseLogs } from './parse-logs.ts'
import { toTransfer } from './transfer-log.ts'

interface Answer {
  result: Record<string, unknown>[]
}
const answer = (): Answer => JSON.parse(transferAnswer({ logs: 60, holders: 9, page: 0 })) as Answer
const rows = ({ result }: Answer): (Transfer | null)[] => parseLogs(result).map((log) => toTransfer('eth', log, log.blockTimestamp))
/** The answer with one field of its last log replaced. */
function withLast(field: string, value: unknown): Answer {
  const made = answer()
  const last = made.result.at(-1)
  if (last !== undefined) last[field] = value
  return made
}

describe('logs of a node', () => {
  test('have every field of the answer, in whatever order and with or without the optional ones', () => {
    const { result } = answer()
    const expected = result.map((log) => ({
      ...log,
      ...Object.fromEntries(['blockNumber', 'blockTimestamp', 'transactionIndex', 'logIndex'].map((field) => [field, Number(log[field])])),
    }))
    expect(parseLogs(result)).toEqual(expected)
    expect(parseLogs(result.map((log) => Object.fromEntries(Object.entries(log).reverse())))).toEqual(expected)
    expect(parseLogs(result.map(({ removed: _removed, blockTimestamp: _time, ...log }) => log))).toEqual(
      expected.map((log) => ({ ...log, blockTimestamp: null })),
    )
    expect(parseLogs([])).toEqual([])
  })

  test('are in lower case', () => {
    const upper = `0x${'AB'.repeat(32)}`
    const last = parseLogs(withLast('transactionHash', upper).result).at(-1)
    expect(last?.transactionHash).toBe(upper.toLowerCase())
  })

  test('may have longer data than the memory reserved for them', () => {
    const long = `0x${'c0FFEE'.repeat(100_000)}`
    const { result } = withLast('data', long)
    expect(parseLogs([...result, ...result]).filter((log) => log.data === long.toLowerCase())).toHaveLength(2)
  })

  test('keep fields apart where logs of one answer repeat some of the log before', () => {
    const mixed = answer().result.map((log, i) =>
      i % 3 === 0 ? { ...log, topics: [`0x${'1'.repeat(64)}`] } : i % 3 === 1 ? { ...log, data: '0x' } : log,
    )
    expect(parseLogs(mixed).map(({ topics, data }) => ({ topics, data }))).toEqual(mixed.map(({ topics, data }) => ({ topics, data })))
  })

  test.each([0n, 1n, 2n ** 53n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 128n - 1n, 2n ** 128n, 2n ** 256n - 1n])('an amount of %s is exact', (raw) => {
    expect(rows(withLast('data', `0x${raw.toString(16).padStart(64, '0')}`)).at(-1)?.raw).toBe(raw)
  })

  test.each<[string, unknown, string]>([
    ['no list', { code: 1 }, 'its root (expected a list)'],
    ['no object', [null], '0 (expected an object)'],
    ['a contract that is no address', withLast('address', '0x12').result, '59.address (expected 20 bytes in hex)'],
    ['a character that is no digit', withLast('transactionHash', `0x${'g'.repeat(64)}`).result, '59.transactionHash (expected 32 bytes in hex)'],
    [
      'a character whose low byte is a digit',
      withLast('transactionHash', `0x${'\u0131'.repeat(64)}`).result,
      '59.transactionHash (expected 32 bytes in hex)',
    ],
    ['a second prefix', withLast('data', '0x0x12').result, '59.data (expected bytes in hex)'],
    ['a missing hash in the first log', [{ ...answer().result[0], blockHash: null }], '0.blockHash (expected 32 bytes in hex)'],
    ['half a byte of data', withLast('data', '0x123').result, '59.data (expected bytes in hex)'],
    ['data without its prefix', withLast('data', '12').result, '59.data (expected bytes in hex)'],
    ['a topic that is no word', withLast('topics', ['0x12']).result, '59.topics (expected 32 bytes in hex)'],
    ['five topics', withLast('topics', Array(5).fill(`0x${'1'.repeat(64)}`)).result, '59.topics (expected a list of at most 4)'],
    ['a number too large', withLast('blockNumber', `0x${'f'.repeat(16)}`).result, '59.blockNumber (expected a safe integer in hex)'],
    ['a decimal number', withLast('blockNumber', 12).result, '59.blockNumber (expected a safe integer in hex)'],
    ['an empty number', withLast('blockNumber', '0x').result, '59.blockNumber (expected a safe integer in hex)'],
    ['a number with a space', withLast('blockNumber', '0x1 ').result, '59.blockNumber (expected a safe integer in hex)'],
    ['a missing field', withLast('logIndex', undefined).result, '59.logIndex (expected a safe integer in hex)'],
    ['a removal that is neither true nor false', withLast('removed', 'no').result, '59.removed (expected true or false)'],
  ])('%s is refused by name', (_, value, message) => {
    expect(() => parseLogs(value)).toThrow(message)
  })

  test('any one character of an answer may differ: it is refused, or read as JSON.parse reads it', () => {
    const text = transferAnswer({ logs: 4, holders: 3, page: 0 })
    const original = parseLogs((JSON.parse(text) as Answer).result)
    let accepted = 0
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'0123456789abcdefxF"\\{}[],: gé'), (at, char) => {
        let result: unknown
        try {
          result = (JSON.parse(text.slice(0, at) + char + text.slice(at + 1)) as Answer).result
          if (result === undefined) return
          parseLogs(result)
        } catch {
          return
        }
        accepted += 1
        const changed = parseLogs(result)
        expect(changed).toHaveLength(original.length)
        changed.forEach((log, i) => {
          const source = (result as Record<string, unknown>[])[i]
          expect([log.address, log.blockHash, log.transactionHash, log.data, ...log.topics]).toEqual(
            [source?.['address'], source?.['blockHash'], source?.['transactionHash'], source?.['data'], ...(source?.['topics'] as string[])].map(
              (field) => String(field).toLowerCase(),
            ),
          )
          expect(log.blockNumber).toBe(Number(source?.['blockNumber']))
        })
      }),
      { numRuns: 3_000, seed: 7 },
    )
    expect(accepted).toBeGreaterThan(500)
  })
})
