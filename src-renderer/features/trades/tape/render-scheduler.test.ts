import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRenderScheduler, type RenderScheduler } from './render-scheduler.ts'

let pace: RenderScheduler
let times: number[]

beforeEach(() => {
  vi.useFakeTimers()
  pace = createRenderScheduler()
  times = []
})
afterEach(() => void vi.useRealTimers())

/** An endless stream: each render requests the next one when it starts. `cost`: milliseconds per render. */
function stream(cost: number): void {
  const start = performance.now()
  const draw = (): void => {
    times.push(performance.now() - start)
    vi.advanceTimersByTime(cost)
    pace.rendered()
    pace.schedule(draw)
  }
  pace.schedule(draw)
}

const pressEvery = (ms: number, presses: number): void => {
  for (let n = 0; n < presses; n++) {
    pace.onInput()
    vi.advanceTimersByTime(ms)
  }
}

describe('the render scheduler', () => {
  it('renders within a frame after a pause', () => {
    pace.schedule(() => times.push(1))
    vi.advanceTimersByTime(16)
    expect(times).toEqual([1])
  })

  it('renders a steady stream four times a second', () => {
    stream(5)
    vi.advanceTimersByTime(900)
    expect(times).toEqual([16, 266, 516, 766])
  })

  it('limits slow rendering to a quarter of the time, but renders every second', () => {
    stream(120)
    vi.advanceTimersByTime(1_000)
    expect(times).toEqual([16, 496, 976])
  })

  it('waits while keys are pressed, then renders immediately', () => {
    pace.onInput()
    stream(5)
    pressEvery(150, 4)
    expect(times).toEqual([])
    vi.advanceTimersByTime(50)
    expect(times).toEqual([650])
  })

  it('does not delay trades for more than a second while typing', () => {
    pace.onInput()
    stream(5)
    pressEvery(150, 16)
    expect(times).toEqual([1_000, 2_005])
  })
})
