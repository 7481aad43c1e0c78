import { expect, it } from 'vitest'
import { openReadThread, type ReadThread } from './read-thread.ts'
import type { ThreadRead } from './serve-thread.ts'

interface Wanted {
  readonly fails: boolean
}

/** Answers with the number of the thread, or fails as a thread without memory does. */
const worker = `
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', ({ port, read }) => {
    if (read.fails) throw new Error('out of memory')
    port.once('message', () => port.postMessage({ kind: 'end' }))
    port.postMessage({ kind: 'page', page: threadId })
  })`

async function threadOf(thread: ReadThread<Wanted, number>, fails: boolean): Promise<number> {
  const read = { fails } as ThreadRead<Wanted>
  const pages: number[] = []
  for await (const page of thread.read(read, new AbortController().signal)) pages.push(page)
  return pages[0] ?? 0
}

it('one thread serves all reads after another one failed', async () => {
  const thread = openReadThread<Wanted, number>(() => new URL(`data:text/javascript,${encodeURIComponent(worker)}`), 'test')
  for (let round = 0; round < 20; round++) {
    await expect(threadOf(thread, true)).rejects.toThrow('the thread that reads archives ended')
    const successor = await threadOf(thread, false)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await threadOf(thread, false)).toBe(successor)
  }
})
