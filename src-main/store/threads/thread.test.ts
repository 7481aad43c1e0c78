import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROWS_PER_PART } from '../../lib/long-lists.ts'
import { silentLogger } from '../../lib/logger.ts'
import { sampleToken, tempStore, TOKEN, wallet, type TempStore } from '../testing/samples.ts'
import { attach } from './thread.ts'

const entry = new URL('./worker.ts', import.meta.url)
const STOPPED = 'The store stopped working; restart the app to reopen it. Data that was stored before is safe.'

describe('a thread of the store', () => {
  let temp: TempStore
  beforeEach(() => {
    temp = tempStore()
  })
  afterEach(() => temp.remove())

  const start = (role: 'writer' | 'reader' = 'writer') => new Worker(entry, { workerData: { role, location: { file: temp.path } } })

  it('that dies rejects pending and later calls with one message', async () => {
    const worker = start()
    const thread = await attach(worker, 'writer', silentLogger)
    const waiting = [1, 2, 3].map((n) => thread.call('saveSetting', [{ name: 'n', value: String(n) }]))
    const outcomes = Promise.allSettled(waiting)
    await worker.terminate()
    for (const outcome of await outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'internal', message: STOPPED })
    }
    await expect(thread.call('saveSetting', [{ name: 'n', value: '4' }])).rejects.toMatchObject({ code: 'internal', message: STOPPED })
    await thread.close()
  })

  it('logs slow calls by name', async () => {
    const lines: string[] = []
    const thread = await attach(start(), 'writer', pino({ level: 'info' }, { write: (line: string) => lines.push(line) }))
    const rows = Array.from({ length: 60_000 }, (_, i) => ({
      address: `0x${i}`,
      name: null,
      tags: [],
      category: null,
      linkPolicy: 'own',
      source: 's',
    }))
    await thread.call('saveLabels', [{ network: 'eth', source: 's', rows }])
    await thread.close()
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ call: 'saveLabels', role: 'writer', msg: 'slow store call' }),
    )
  })

  it('answers with many rows in parts', async () => {
    const rows = Array.from({ length: 2_001 }, (_, n) => ({ address: wallet(n + 1), raw: 5_000n - BigInt(n), verified: true }))
    const writer = await attach(start('writer'), 'writer', silentLogger)
    await writer.call('saveToken', [sampleToken()])
    await writer.call('saveBalances', [{ token: TOKEN, rows, replaceAll: true }])
    await writer.close()
    const worker = start('reader')
    const longest: number[] = []
    worker.on('message', ({ value }: { readonly value?: unknown }) => longest.push(Array.isArray(value) ? value.length : 0))
    const reader = await attach(worker, 'reader', silentLogger)
    expect(await reader.call('holders', [{ token: TOKEN, limit: null }])).toEqual(rows)
    await reader.close()
    expect(Math.max(...longest)).toBeLessThanOrEqual(ROWS_PER_PART)
  })

  it('rejects an unknown call and one that cannot be cloned, and keeps working', async () => {
    const thread = await attach(start(), 'writer', silentLogger)
    await expect(thread.call('dropEverything', [])).rejects.toThrow('the store has no call named dropEverything')
    await expect(thread.call('saveSetting', [() => 1])).rejects.toThrow('could not be cloned')
    await thread.call('saveSetting', [{ name: 'a', value: 'b' }])
    await thread.close()
  })
})
