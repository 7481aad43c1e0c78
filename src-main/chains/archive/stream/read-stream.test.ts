import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ArchiveFault } from '../fault.ts'
import { ARCHIVE_LIMITS } from '../request.ts'
import type { ArchivePage, ArchiveRead } from '../page.ts'
import { readArchive } from './read-stream.ts'
import { headersOf, servePortal, type Portal, type ServedBlock } from '../../../../e2e/fixtures/portal/server.ts'
import type { Script } from '../../../../e2e/fixtures/portal/transport.ts'

const LAST = 99
const hashAt = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const BLOCKS: readonly ServedBlock[] = Array.from({ length: LAST + 1 }, (_, number) => ({
  header: { number, hash: hashAt(number), parentHash: hashAt(number - 1) },
  ...(number % 7 === 3 ? { logs: [{ logIndex: 0, data: hashAt(number) }] } : {}),
}))

const serve = (blocks: readonly ServedBlock[]): Promise<Portal> =>
  servePortal({ ...headersOf(blocks), select: (_, from, to) => blocks.slice(from, to + 1) })

let server: Portal
let waits: number[]
beforeEach(async () => {
  server = await serve(BLOCKS)
  waits = []
})
afterEach(() => server.close())

function read(over: Partial<ArchiveRead> = {}): AsyncGenerator<ArchivePage> {
  return readArchive({
    access: { protocol: 'portal', url: server.url, dataset: 'test-net', key: null },
    query: { type: 'evm' },
    from: 0,
    to: LAST,
    budget: { calls: 100, bytes: 2 ** 20 },
    signal: new AbortController().signal,
    sleep: (ms) => Promise.resolve(void waits.push(ms)),
    ...over,
  })
}
async function readAll(over: Partial<ArchiveRead> = {}): Promise<{ pages: ArchivePage[]; fault: ArchiveFault | null }> {
  const pages: ArchivePage[] = []
  try {
    for await (const page of read(over)) pages.push(page)
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    return { pages, fault: error }
  }
  return { pages, fault: null }
}
/** Every block with rows is there once, in order, and the pages have no gaps. */
function expectWhole(pages: readonly ArchivePage[], from = 0): void {
  expect(pages.flatMap(({ blocks }) => blocks.filter((block) => block['logs'] !== undefined))).toEqual(
    BLOCKS.filter(({ header, logs }) => logs !== undefined && header.number >= from),
  )
  expect(pages.map((page) => page.from)).toEqual([from, ...pages.slice(0, -1).map((page) => page.to + 1)])
  expect(pages.at(-1)?.to).toBe(LAST)
}
const status = (code: number, headers: Record<string, string> = {}): Script => ({ kind: 'status', status: code, headers })

describe('reading an archive', () => {
  test('continues after the last block of each answer', async () => {
    const { pages, fault } = await readAll()
    expect(fault).toBeNull()
    expectWhole(pages)
    expect(server.requested).toEqual([0, 15, 30, 45, 60, 75, 90])
    expect(server.headers[0]?.['accept-encoding']).toBe('zstd, gzip')
  })

  test('can be stopped at a page and continued after it', async () => {
    const first = await read().next()
    expect(first.value).toMatchObject({ from: 0, to: 14 })
    expectWhole((await readAll({ from: 15 })).pages, 15)
  })

  const faults: Record<string, Script[]> = {
    'cuts inside a body packed as gzip and as zstd': [
      { kind: 'cut', share: 0.6, encoding: 'gzip' },
      { kind: 'cut', share: 0.6, encoding: 'zstd' },
    ],
    'whole answers in each encoding': [
      { kind: 'packed', encoding: 'gzip' },
      { kind: 'packed', encoding: 'zstd' },
      { kind: 'packed', encoding: 'none' },
    ],
    'a cut inside a line': [{ kind: 'cut', share: 0.6, encoding: 'none' }],
    'an answer that ends within a line': [{ kind: 'half-line' }],
    'status 429, 529, 503, 500 and 524': [status(429), status(529), status(503), status(500), status(524)],
    'a line that is not JSON': [{ kind: 'text', change: (lines) => [...lines.slice(0, 2), '{"header":', ...lines.slice(2)] }],
    'a header sent twice': [{ kind: 'text', change: (lines) => [lines[0] ?? '', ...lines] }],
    'blocks in descending order': [{ kind: 'text', change: (lines) => lines.toReversed() }],
    'a block above the range': [{ kind: 'text', change: (lines) => [...lines, JSON.stringify({ header: { number: 1_000 } })] }],
    'an answer without lines': [{ kind: 'text', change: () => [] }],
  }
  test.each(Object.entries(faults))('delivers the same blocks after %s', async (_name, script) => {
    server.script = [...script]
    const { pages, fault } = await readAll()
    expect(fault).toBeNull()
    expectWhole(pages)
    expect(server.script).toEqual([])
  })

  test('reads an answer again whose block is not a child of the one before it', async () => {
    const other = JSON.stringify({ header: { number: 1, hash: hashAt(1), parentHash: hashAt(50) } })
    server.script = [{ kind: 'text', change: (lines) => [lines[0] ?? '', other] }]
    expectWhole((await readAll()).pages)
    expect(server.requested.slice(0, 2)).toEqual([0, 0])
  })

  test('ends an answer that stalls or trickles, and continues', async () => {
    server.script = [{ kind: 'stall' }, { kind: 'drip', everyMs: 20 }]
    const { pages, fault } = await readAll({ limits: { ...ARCHIVE_LIMITS, idleMs: 100, answerMs: 300 } })
    expect(fault).toBeNull()
    expectWhole(pages)
    expect(server.requested.slice(0, 3)).toEqual([0, 0, 0])
  })

  test('waits as long as Retry-After asks', async () => {
    server.script = [status(429, { 'retry-after': '7' }), status(529, { 'retry-after': new Date(Date.now() + 20_000).toUTCString() })]
    await readAll()
    expect(waits[0]).toBe(7_000)
    expect(waits[1]).toBeGreaterThan(15_000)
  })
})

describe('an archive that delivers no more', () => {
  test.each([
    ['refused', status(400)],
    ['refused', status(404)],
    ['unreachable', status(429, { 'retry-after': '3600' })],
  ] as const)('is reported as %s without another request', async (kind, script) => {
    server.script = [script]
    expect((await readAll()).fault?.kind).toBe(kind)
    expect(server.requested).toHaveLength(1)
  })

  test('is not taken for the end of the range above its head', async () => {
    const { pages, fault } = await readAll({ to: LAST + 50 })
    expect(fault?.kind).toBe('above_head')
    expectWhole(pages)
  })

  test('is given up after six requests without a block', async () => {
    server.script = Array.from({ length: 9 }, () => status(503))
    expect((await readAll()).fault?.kind).toBe('unreachable')
    expect(server.requested).toHaveLength(6)
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
  })

  test('reports the blocks of another chain in ascending order', async () => {
    const previousBlocks = [9, 8].map((number) => ({ number, hash: hashAt(number) }))
    server.script = [{ kind: 'status', status: 409, body: JSON.stringify({ previousBlocks }) }]
    expect((await readAll()).fault).toMatchObject({ kind: 'forked', previousBlocks: previousBlocks.toReversed() })
    server.script = [{ kind: 'status', status: 409, body: '{"error":{}}' }]
    expect((await readAll()).fault).toMatchObject({ kind: 'forked', previousBlocks: [] })
  })

  test('cannot redirect a request and its key', async () => {
    const other = await serve(BLOCKS)
    server.script = Array.from({ length: 6 }, () => status(307, { location: `${other.url}datasets/test-net/finalized-stream` }))
    const { fault } = await readAll({ access: { protocol: 'portal', url: server.url, dataset: 'test-net', key: 'secret' } })
    expect(fault).not.toBeNull()
    expect(other.requested).toEqual([])
    await other.close()
  })

  test('cannot exceed the limits of a line, an answer and the budget', async () => {
    server.script = [{ kind: 'text', change: (lines) => [JSON.stringify({ header: { number: 0 }, text: 'x'.repeat(5_000) }), ...lines] }]
    expect((await readAll({ limits: { ...ARCHIVE_LIMITS, lineBytes: 4_096 } })).fault?.kind).toBe('malformed')
    expect((await readAll({ limits: { ...ARCHIVE_LIMITS, answerBytes: 100 } })).fault?.kind).toBe('malformed')
    const calls = await readAll({ budget: { calls: 2, bytes: 2 ** 20 } })
    expect([calls.fault?.kind, calls.pages.at(-1)?.to]).toEqual(['budget', 29])
    const bytes = await readAll({ budget: { calls: 100, bytes: 2_000 } })
    expect(bytes.fault?.kind).toBe('budget')
    expect(bytes.pages.length).toBeGreaterThan(0)
  })

  test('names the first block of its pages when the same answer contradicts itself after them', async () => {
    const wide = (number: number): string => JSON.stringify({ header: { number }, text: 'x'.repeat(2 ** 21) })
    server.script = [{ kind: 'text', change: () => [wide(2), wide(1)] }]
    const { pages, fault } = await readAll({ budget: { calls: 9, bytes: 2 ** 24 } })
    expect(pages.map(({ from, to }) => [from, to])).toEqual([[0, 2]])
    expect(fault).toMatchObject({ kind: 'malformed', suspectFrom: 0, retryAfterMs: null })
    expect(server.requested).toHaveLength(1)
  })

  test('is not requested again once the caller aborts', async () => {
    const abort = new AbortController()
    const pages = read({ signal: abort.signal })
    await pages.next()
    abort.abort()
    await expect(pages.next()).rejects.toThrow(/abort/i)
    expect(server.requested).toEqual([0])
  })
})
