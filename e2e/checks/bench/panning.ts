import type { Page } from 'playwright'
import { mainThread, workedMs } from './main-thread.ts'

const DURATION_MS = 2_000
/** A busy machine draws few frames, so panning continues until there are this many. */
const MIN_FRAMES = 12

export interface Panning {
  readonly fps: number
  /** Main-thread work per frame, in milliseconds of CPU time. */
  readonly frameCpu: number
}

/** Drags the graph in circles by its free left edge, one step per frame, and counts the frames. Throws if nothing moves. */
export async function measurePanning(page: Page, selector: string): Promise<Panning> {
  const thread = await mainThread(page)
  const before = await workedMs(thread)
  const { frames, ms, moved } = await page.evaluate(
    async ({ selector, duration, minFrames }) => {
      const host = document.querySelector(selector)
      if (host === null) throw new Error('There is no graph to drag.')
      const box = host.getBoundingClientRect()
      const [left, top] = [box.left + 8, box.top + box.height / 2]
      const target = document.elementFromPoint(left, top)
      const dispatch = (type: string, x: number, y: number, buttons: number): void =>
        void (type === 'mousedown' ? target : window)?.dispatchEvent(
          new MouseEvent(type, { bubbles: true, clientX: x, clientY: y, buttons, button: 0, view: window }),
        )
      const camera = (): string => String((window as unknown as { panX?: () => number }).panX?.() ?? host.querySelector('canvas')?.style.transform)
      dispatch('mousedown', left, top, 1)
      const cameras = new Set([camera()])
      const start = performance.now()
      let frames = 0
      for (;;) {
        const now = await new Promise<number>(requestAnimationFrame)
        const angle = (now - start) / 300
        dispatch('mousemove', left + 120 * (1 - Math.cos(angle)), top + 80 * Math.sin(angle), 1)
        cameras.add(camera())
        frames++
        if (now - start > duration && frames >= minFrames) break
      }
      dispatch('mouseup', left, top, 0)
      return { frames, ms: performance.now() - start, moved: cameras.size > 1 }
    },
    { selector, duration: DURATION_MS, minFrames: MIN_FRAMES },
  )
  if (!moved) throw new Error(`Dragging ${selector} did not move the graph.`)
  return { fps: (frames / ms) * 1000, frameCpu: ((await workedMs(thread)) - before) / frames }
}
