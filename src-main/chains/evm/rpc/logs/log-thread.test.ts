import { describe, expect, test } from 'vitest'
import { transferAnswer } from '../../fixtures/log-answers.ts'
import { parseLogs } from '../../transaction/parse-logs.ts'
import { ParsedResult, readLogsInThread, readReceiptsInThread } from './log-thread.ts'

const signal = new AbortController().signal
const read = (text: string): Promise<unknown> => readLogsInThread(new Uint8Array(Buffer.from(text)), signal)

describe('large log answers read on the worker thread', () => {
  test('are the same logs in the same order as on this thread', async () => {
    const text = transferAnswer({ logs: 6_500, holders: 100, page: 0 })
    const { result } = JSON.parse(text) as { result: unknown }
    expect(await read(text)).toEqual({ jsonrpc: '2.0', id: 1, result: new ParsedResult({ kind: 'logs', logs: parseLogs(result) }) })
  })

  test('name the field that is malformed', async () => {
    const text = transferAnswer({ logs: 3_000, holders: 100, page: 0 })
    const at = text.lastIndexOf('"blockHash":"0x') + 15
    expect(await read(`${text.slice(0, at)}g${text.slice(at + 1)}`)).toEqual({
      result: new ParsedResult({ kind: 'malformed', problem: '2999.blockHash (expected 32 bytes in hex)' }),
    })
  })

  test('return an error, and what is not JSON, unchanged', async () => {
    expect(await read('{"error":{"code":1}}')).toEqual({ error: { code: 1 } })
    expect(await read('nonsense')).toBeNull()
  })

  test('of receipts are only the wanted ones, whatever the case of their hashes', async () => {
    const receipts = [{ transactionHash: '0xAB', logs: [{ data: '0x' }] }, { transactionHash: '0xcd' }, { transactionHash: 1 }, null]
    const reader = readReceiptsInThread(new Set(['0xab']))
    const answer = (result: unknown) => new Uint8Array(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result })))
    expect(await reader(answer(receipts), signal)).toEqual({ jsonrpc: '2.0', id: 1, result: receipts.slice(0, 1) })
    expect(await reader(answer(null), signal)).toEqual({ jsonrpc: '2.0', id: 1, result: null })
  })
})
