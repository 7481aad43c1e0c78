import type { Page } from 'playwright/test'
import { syntheticSnapshot } from '../checks/bench/synthetic-snapshot.ts'
import { expect, test } from '../fixtures/page.ts'

/** Graphs with thousands of links are painted in a worker, including those next to the open snapshot. Synthetic data, as in the bench. */

/** More snapshots than the page caches renderings for. */
const moments = [0, 1, 2, 3, 4, 5, 6].map((step) => syntheticSnapshot(1_600, 3_000, step))
const path = `/t/sol/${moments[0]?.token_address ?? ''}`

test.beforeAll(async ({ service }) => {
  for (const moment of moments) expect((await service.post('/local/v1/imports', moment)).status).toBe(200)
})

/** Images requested from the worker and received since the page opened. */
interface Counts {
  requested: number
  painted: number
  /** Body id of each received image; -1 for a trial, which is requested separately. */
  bodies: number[]
}

/** Counts worker messages inside the page. */
async function countOrders(page: Page): Promise<() => Promise<Counts>> {
  await page.addInitScript(() => {
    const counts: Counts = { requested: 0, painted: 0, bodies: [] }
    Object.assign(window, { counts })
    window.Worker = class extends Worker {
      #body = -1
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        this.addEventListener('message', ({ data }: MessageEvent<object>) => {
          if ('bitmap' in data) counts.painted = counts.bodies.push(this.#body)
        })
      }
      override postMessage(message: object, move: Transferable[] | StructuredSerializeOptions = []): void {
        if ('hulls' in message && 'body' in message) {
          this.#body = Number(message.body)
          if (this.#body >= 0) counts.requested++
        }
        super.postMessage(message, Array.isArray(move) ? { transfer: move } : move)
      }
    }
  })
  return () => page.evaluate(() => ({ ...(window as unknown as { counts: Counts }).counts }))
}

interface Stepped extends Pick<Counts, 'requested' | 'painted'> {
  /** The painted background as a data URL. */
  readonly background: string
}

/** Moves the slider through these values, waiting for each image; returns counts for the last one. */
function slide(page: Page, ...values: readonly string[]): Promise<Stepped> {
  return page.evaluate(async (stops) => {
    const frames = (): number => performance.getEntriesByName('graph:painted').length
    const { counts } = window as unknown as { counts: Counts }
    const slider = document.querySelector<HTMLInputElement>('input[aria-label="Snapshot"]')
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    let before = { ...counts }
    for (const stop of stops) {
      const known = frames()
      before = { ...counts }
      set?.call(slider, stop)
      slider?.dispatchEvent(new Event('input', { bubbles: true }))
      while (frames() === known) await new Promise((resolve) => setTimeout(resolve))
    }
    const background = document.querySelector<HTMLCanvasElement>('[role="application"] > canvas')?.toDataURL() ?? ''
    return { requested: counts.requested - before.requested, painted: counts.painted - before.painted, background }
  }, values)
}

test('a slider step shows the image painted ahead, identical to one painted on demand', async ({ open, page }) => {
  const counts = await countOrders(page)
  await open(path)
  const expectFrames = async (least: number, since: number): Promise<void> => {
    await expect.poll(async () => new Set((await counts()).bodies.slice(since)).size, { timeout: 30_000 }).toBeGreaterThanOrEqual(least)
  }
  await expectFrames(1, 0)
  await slide(page, '1')
  // Images of 0, 2 and 3. A repeated image does not count again.
  await expectFrames(3, (await counts()).painted)
  const ahead = await slide(page, '0')
  expect(ahead).toMatchObject({ requested: 0, painted: 0 })
  const shown = await slide(page, '1', '0')
  expect(shown.background === ahead.background).toBe(true)
  // From here on the page is never idle, so nothing is painted ahead.
  await page.evaluate(() => (window.requestIdleCallback = () => 0))
  // Includes the latest state, whose clusters are recomputed. Returning must restore every position.
  const then = await slide(page, '1', '2', '3', '4', '5', '6', '5', '4', '3', '2', '1', '0')
  expect(then.requested).toBeGreaterThan(0)
  expect(then.background === ahead.background).toBe(true)
  const other = await slide(page, '1')
  expect(other.background === ahead.background).toBe(false)
})

test('of several steps while the page is busy only the last is opened', async ({ open, page }) => {
  await countOrders(page)
  await open(path)
  await slide(page, '0')
  const opened = await page.evaluate(async () => {
    const loads = (): number => performance.getEntriesByName('graph:data').length
    const slider = document.querySelector<HTMLInputElement>('input[aria-label="Snapshot"]')
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const painted = performance.getEntriesByName('graph:painted').length
    const before = loads()
    const seen: (string | undefined)[] = []
    for (const stop of ['1', '2', '3', '4']) {
      set?.call(slider, stop)
      slider?.dispatchEvent(new Event('input', { bubbles: true }))
      seen.push(slider?.value)
    }
    // The step before may be painted only now.
    while (loads() === before || performance.getEntriesByName('graph:painted').length === painted) await new Promise((resolve) => setTimeout(resolve))
    return { before, loads: loads() - before, seen }
  })
  expect(opened).toMatchObject({ loads: 1, seen: ['1', '2', '3', '4'] })
  await expect(page).toHaveURL(new RegExp(`snapshot=${moments[4]?.timestamp}`))
  const { length } = await page.evaluate(() => performance.getEntriesByName('graph:data'))
  expect(length - opened.before).toBe(1)
})

const HANGING_WORKER = 'onmessage = () => undefined'
const BROKEN_WORKERS = [
  { what: 'fails', body: 'onmessage = () => { throw new Error("no canvas here") }' },
  { what: 'never answers', body: HANGING_WORKER },
]

for (const { what, body } of BROKEN_WORKERS)
  test(`if the worker ${what}, the page paints itself`, async ({ page, service }) => {
    await page.route(/paint-worker/, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    const counts = await countOrders(page)
    await page.goto(`${service.url}${path}#key=${service.key}`)
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('graph:painted').length), { timeout: 30_000 }).toBeGreaterThan(0)
    const { requested } = await counts()
    expect(requested).toBeGreaterThan(0)
    const first = await slide(page, '0')
    expect(first).toMatchObject({ requested: 0, painted: 0 })
    const other = await slide(page, '1')
    expect(other.background === first.background).toBe(false)
  })

test('a new worker replaces one that never answers', async ({ page, service }) => {
  await page.route(/paint-worker/, (route) => route.fulfill({ contentType: 'text/javascript', body: HANGING_WORKER }), { times: 1 })
  const counts = await countOrders(page)
  await page.goto(`${service.url}${path}#key=${service.key}`)
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('graph:painted').length), { timeout: 30_000 }).toBeGreaterThan(0)
  await expect.poll(async () => (await counts()).bodies, { timeout: 40_000 }).toEqual([-1])
  // Neighbours may be requested before the first step.
  expect((await slide(page, '0')).painted).toBeGreaterThan(0)
})
