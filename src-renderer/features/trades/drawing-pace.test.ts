import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawingPace, type DrawingPace } from './drawing-pace.ts'

let pace: DrawingPace
let times: number[]

beforeEach(() => {
  vi.useFakeTimers()
  pace = drawingPace()
  times = []
})
afterEach(() => void vi.useRealTimers())

/** Trades that never end: the next drawing is asked for as soon as one has begun. `cost`: milliseconds that a drawing takes. */
function stream(cost: number): void {
  const start = performance.now()
  const draw = (): void => {
    times.push(performance.now() - start)
    vi.advanceTimersByTime(cost)
    pace.drawn()
    pace.next(draw)
  }
  pace.next(draw)
}

const pressEvery = (ms: number, presses: number): void => {
  for (let n = 0; n < presses; n++) {
    pace.input()
    vi.advanceTimersByTime(ms)
  }
}

describe('the pace at which arriving trades are drawn', () => {
  it('draws within a frame after a quiet time', () => {
    pace.next(() => times.push(1))
    vi.advanceTimersByTime(16)
    expect(times).toEqual([1])
  })

  it('draws a steady stream four times a second', () => {
    stream(5)
    vi.advanceTimersByTime(900)
    expect(times).toEqual([16, 266, 516, 766])
  })

  it('gives a slow drawing a quarter of the time, and draws each second however slow it is', () => {
    stream(120)
    vi.advanceTimersByTime(1_000)
    expect(times).toEqual([16, 496, 976])
  })

  it('draws nothing between the keys of a word, then at once', () => {
    pace.input()
    stream(5)
    pressEvery(150, 4)
    expect(times).toEqual([])
    vi.advanceTimersByTime(50)
    expect(times).toEqual([650])
  })

  it('lets no typing keep trades waiting for more than a second', () => {
    pace.input()
    stream(5)
    pressEvery(150, 16)
    expect(times).toEqual([1_000, 2_005])
  })
})
