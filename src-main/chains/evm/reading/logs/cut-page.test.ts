import { describe, expect, test } from 'vitest'
import { transferAnswer } from '../../fixtures/log-answers.ts'
import { parseLogs } from '../../transaction/parse-logs.ts'
import { cutPage, MAX_LOGS } from './cut-page.ts'

const { result } = JSON.parse(transferAnswer({ logs: 12_001, holders: 9, page: 0 })) as { result: unknown }
const logs = parseLogs(result)
const [first, last] = [logs[0]?.blockNumber ?? 0, logs.at(-1)?.blockNumber ?? 0]

describe('a page of logs', () => {
  test('with many logs is cut between blocks, without gaps and with each log once', () => {
    const pages = [...cutPage({ from: first - 10, to: last + 10, logs })]
    expect(pages.map((page) => page.logs.length)).toEqual([5_000, 5_000, 2_001])
    expect(pages.flatMap((page) => page.logs)).toEqual(logs)
    expect(pages.map((page) => [page.from, page.to])).toEqual([
      [first - 10, first + 249],
      [first + 250, first + 499],
      [first + 500, last + 10],
    ])
  })

  test('is not cut within a block', () => {
    const busy = logs.map((log, i) => (i < MAX_LOGS * 2 ? { ...log, blockNumber: first } : log))
    const pages = [...cutPage({ from: first, to: last, logs: busy })]
    expect(pages.map(({ from, to, logs: own }) => [from, to, own.length])).toEqual([
      [first, first, 10_000],
      [first + 1, last, 2_001],
    ])
  })

  test('with few logs or none stays one page', () => {
    for (const few of [logs.slice(0, MAX_LOGS), logs.slice(0, 1), []])
      expect([...cutPage({ from: first, to: last, logs: few })]).toEqual([{ from: first, to: last, logs: few }])
  })
})
