import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildElements } from '../elements/build-elements.ts'
import { GroundPainter, type GroundAnswer, type Sight } from './background-painter.ts'
import { bubbleLayout } from '../layout/bubble-layout.ts'
import { hullsOf } from './scene.ts'
import { smallStory } from '../testing/story.fixture.ts'
import { LIGHT } from '../testing/theme.fixture.ts'

const elements = buildElements(smallStory(), null)
const positions = bubbleLayout(elements)
const sight: Sight = {
  scene: { elements, positions, hulls: hullsOf(elements, positions), theme: LIGHT, axis: null },
  camera: { zoom: 1, panX: 0, panY: 0 },
  width: 100,
  height: 100,
}

/** Workers that were started and not ended; each answers when the test says so. */
let workers: FakeWorker[] = []
let started = 0

class FakeWorker {
  onmessage: ((event: { readonly data: GroundAnswer }) => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    started++
    workers.push(this)
  }
  orders = 0
  postMessage(): void {
    this.orders++
  }
  terminate(): void {
    workers = workers.filter((worker) => worker !== this)
  }
  answer(): void {
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

/** What the painter has told of each picture that was asked for: a bitmap, or that the page must paint. */
function asked(painter: GroundPainter): ('bitmap' | 'page')[] {
  const told: ('bitmap' | 'page')[] = []
  painter.paint(sight, (bitmap) => told.push(bitmap === null ? 'page' : 'bitmap'))
  return told
}

describe('a worker that does not answer', () => {
  it('is given up, and a new one paints once it has shown that it can', () => {
    const painter = new GroundPainter()
    const told = asked(painter)
    vi.advanceTimersByTime(2_999)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(told).toEqual(['page'])
    expect([painter.isPossible, workers.length]).toEqual([false, 0])
    vi.advanceTimersByTime(5_000)
    expect([painter.isPossible, workers.length]).toEqual([false, 1])
    expect(asked(painter)).toEqual(['page'])
    expect(workers[0]?.orders).toBe(1)
    vi.advanceTimersByTime(4_000)
    workers[0]?.answer()
    expect(painter.isPossible).toBe(true)
    const later = asked(painter)
    expect(workers[0]?.orders).toBe(2)
    workers[0]?.answer()
    expect(later).toEqual(['bitmap'])
    expect(started).toBe(2)
  })

  it('is tried ever more seldom, until one has painted a picture', () => {
    const painter = new GroundPainter()
    asked(painter)
    const startedAfter = (ms: number): number => {
      vi.advanceTimersByTime(ms)
      return started
    }
    expect(startedAfter(3_000 + 5_000)).toBe(2)
    expect(startedAfter(10_000 + 9_999)).toBe(2)
    expect(startedAfter(1)).toBe(3)
    expect(startedAfter(3_600_000)).toBeLessThan(22)
    while (workers.length === 0) vi.advanceTimersByTime(1_000)
    workers[0]?.answer()
    asked(painter)
    workers[0]?.answer()
    asked(painter)
    const known = started
    expect(startedAfter(3_000 + 5_000)).toBe(known + 1)
  })

  it('does not come back after the picture is gone', () => {
    const painter = new GroundPainter()
    asked(painter)
    vi.advanceTimersByTime(3_000)
    painter.stop()
    vi.advanceTimersByTime(600_000)
    expect([started, vi.getTimerCount()]).toEqual([1, 0])
  })
})

describe('a worker that fails', () => {
  it('lets the page paint at once', () => {
    const painter = new GroundPainter()
    const told = asked(painter)
    workers[0]?.onerror?.()
    expect(told).toEqual(['page'])
    expect(painter.isPossible).toBe(false)
  })
})
