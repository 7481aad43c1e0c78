import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildElements } from '../elements/build-elements.ts'
import type { PaintResponse } from './paint-worker.ts'
import { BackgroundPainter } from './background-painter.ts'
import type { Frame } from './frame.ts'
import { bubbleLayout } from '../layout/bubble-layout.ts'
import { computeHulls } from './scene.ts'
import { smallStory } from '../testing/story.fixture.ts'
import { LIGHT } from '../testing/theme.fixture.ts'

const elements = buildElements(smallStory(), null)
const positions = bubbleLayout(elements)
const frame: Frame = {
  scene: { elements, positions, hulls: computeHulls(elements, positions), theme: LIGHT, axis: null },
  camera: { zoom: 1, panX: 0, panY: 0 },
  width: 100,
  height: 100,
}

/** Workers that were started and not terminated. Each responds when the test tells it to. */
let workers: FakeWorker[] = []
let started = 0

class FakeWorker {
  onmessage: ((event: { readonly data: PaintResponse }) => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    started++
    workers.push(this)
  }
  requests = 0
  postMessage(): void {
    this.requests++
  }
  terminate(): void {
    workers = workers.filter((worker) => worker !== this)
  }
  respond(): void {
    this.onmessage?.({ data: { bitmap: { close: () => undefined } as ImageBitmap } })
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('OffscreenCanvas', Object)
  vi.stubGlobal('devicePixelRatio', 1)
  ;[workers, started] = [[], 0]
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the painter reported for a requested frame: a bitmap, or that the page must paint. */
function request(painter: BackgroundPainter): ('bitmap' | 'page')[] {
  const results: ('bitmap' | 'page')[] = []
  painter.paint(frame, (bitmap) => results.push(bitmap === null ? 'page' : 'bitmap'))
  return results
}

describe('a worker that does not respond', () => {
  it('is terminated, and a new one paints once it has answered a probe', () => {
    const painter = new BackgroundPainter()
    const results = request(painter)
    vi.advanceTimersByTime(2_999)
    expect(results).toEqual([])
    vi.advanceTimersByTime(1)
    expect(results).toEqual(['page'])
    expect([painter.isAvailable, workers.length]).toEqual([false, 0])
    vi.advanceTimersByTime(5_000)
    expect([painter.isAvailable, workers.length]).toEqual([false, 1])
    expect(request(painter)).toEqual(['page'])
    expect(workers[0]?.requests).toBe(1)
    vi.advanceTimersByTime(4_000)
    workers[0]?.respond()
    expect(painter.isAvailable).toBe(true)
    const later = request(painter)
    expect(workers[0]?.requests).toBe(2)
    workers[0]?.respond()
    expect(later).toEqual(['bitmap'])
    expect(started).toBe(2)
  })

  it('is retried with exponential backoff, which a painted frame resets', () => {
    const painter = new BackgroundPainter()
    request(painter)
    const startedAfter = (ms: number): number => {
      vi.advanceTimersByTime(ms)
      return started
    }
    expect(startedAfter(3_000 + 5_000)).toBe(2)
    expect(startedAfter(10_000 + 9_999)).toBe(2)
    expect(startedAfter(1)).toBe(3)
    expect(startedAfter(3_600_000)).toBeLessThan(22)
    while (workers.length === 0) vi.advanceTimersByTime(1_000)
    workers[0]?.respond()
    request(painter)
    workers[0]?.respond()
    request(painter)
    const known = started
    expect(startedAfter(3_000 + 5_000)).toBe(known + 1)
  })

  it('is not retried after the painter was stopped', () => {
    const painter = new BackgroundPainter()
    request(painter)
    vi.advanceTimersByTime(3_000)
    painter.stop()
    vi.advanceTimersByTime(600_000)
    expect([started, vi.getTimerCount()]).toEqual([1, 0])
  })
})

describe('a worker that fails', () => {
  it('lets the page paint immediately', () => {
    const painter = new BackgroundPainter()
    const results = request(painter)
    workers[0]?.onerror?.()
    expect(results).toEqual(['page'])
    expect(painter.isAvailable).toBe(false)
  })
})
