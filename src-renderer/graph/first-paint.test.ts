import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterPaint, awaitPaint, stopAwaiting } from './first-paint.ts'

describe('work after the paint', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    stopAwaiting()
    vi.useRealTimers()
  })

  it('waits until the graph is painted and no other paint has followed for a while, and runs once', () => {
    const work = vi.fn()
    awaitPaint()
    afterPaint(work)
    stopAwaiting()
    vi.advanceTimersByTime(60)
    awaitPaint()
    vi.advanceTimersByTime(500)
    expect(work).not.toHaveBeenCalled()
    stopAwaiting()
    vi.advanceTimersByTime(100)
    awaitPaint()
    stopAwaiting()
    vi.advanceTimersByTime(500)
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('runs at once without an awaited paint, and not after it was cancelled', () => {
    const [work, cancelled] = [vi.fn(), vi.fn()]
    vi.advanceTimersByTime(1_000)
    afterPaint(work)
    afterPaint(cancelled)()
    vi.advanceTimersByTime(1)
    expect(work).toHaveBeenCalledTimes(1)
    expect(cancelled).not.toHaveBeenCalled()
  })

  it('is not held up for ever by a graph that failed', () => {
    const work = vi.fn()
    awaitPaint()
    afterPaint(work)
    vi.advanceTimersByTime(4_000)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    expect(work).toHaveBeenCalledTimes(1)
  })
})
