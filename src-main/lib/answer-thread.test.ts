import { expect, it } from 'vitest'
import { openAnswerThread } from './answer-thread.ts'

it('parts of an answer come in order before it, with other work in between', async () => {
  const thread = openAnswerThread<number, number, number>(() => new URL('./testing/counting-worker.ts', import.meta.url), 'counting')
  const parts: number[] = []
  /** How many parts had come in each turn of the event loop. */
  const seen = new Set<number>()
  let next: NodeJS.Immediate
  const look = (): void => {
    seen.add(parts.length)
    next = setImmediate(look)
  }
  next = setImmediate(look)
  expect(await thread.ask(20, [], (part) => void parts.push(part))).toBe(20)
  clearImmediate(next)
  expect(parts).toEqual([...Array(20).keys()])
  for (const count of [1, 10, 19]) expect(seen).toContain(count)
  expect(await thread.ask(0)).toBe(0)
  await thread.end()
})
