import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterPicture, awaitPicture, stopAwaiting } from './picture.ts'

describe('work after the picture', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    stopAwaiting()
    vi.useRealTimers()
  })

  it('waits until the picture is there and no other has followed for a while, and runs once', () => {
    const work = vi.fn()
    awaitPicture()
    afterPicture(work)
    stopAwaiting()
    vi.advanceTimersByTime(60)
    awaitPicture()
    vi.advanceTimersByTime(500)
    expect(work).not.toHaveBeenCalled()
    stopAwaiting()
    vi.advanceTimersByTime(100)
    awaitPicture()
    stopAwaiting()
    vi.advanceTimersByTime(500)
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('is not held up without a picture, nor run once it is cancelled', () => {
    const [work, cancelled] = [vi.fn(), vi.fn()]
    vi.advanceTimersByTime(1_000)
    afterPicture(work)
    afterPicture(cancelled)()
    vi.advanceTimersByTime(1)
    expect(work).toHaveBeenCalledTimes(1)
    expect(cancelled).not.toHaveBeenCalled()
  })

  it('is not held up for ever by a graph that failed', () => {
    const work = vi.fn()
    awaitPicture()
    afterPicture(work)
    vi.advanceTimersByTime(4_000)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    expect(work).toHaveBeenCalledTimes(1)
  })
})
