import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../lib/logger.ts'
import { tempStore, type TempStore } from '../testing/samples.ts'
import { attach } from './thread.ts'

const entry = new URL('./worker.ts', import.meta.url)
const STOPPED = 'The store stopped working; restart the app to reopen it. Data that was stored before is safe.'

describe('a thread of the store', () => {
  let temp: TempStore
  beforeEach(() => {
    temp = tempStore()
  })
  afterEach(() => temp.remove())

  const start = () => new Worker(entry, { workerData: { role: 'writer', location: { file: temp.path } } })

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

  it('rejects an unknown call and one that cannot be cloned, and keeps working', async () => {
    const thread = await attach(start(), 'writer', silentLogger)
    await expect(thread.call('dropEverything', [])).rejects.toThrow('the store has no call named dropEverything')
    await expect(thread.call('saveSetting', [() => 1])).rejects.toThrow('could not be cloned')
    await thread.call('saveSetting', [{ name: 'a', value: 'b' }])
    await thread.close()
  })
})
