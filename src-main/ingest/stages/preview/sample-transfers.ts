import type { BlockRange } from '../../../store/interface.ts'
import { difference, intersection, size } from '../../../store/values/intervals.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import { forgetRevoked } from '../read-missing.ts'
import { wantedRange, type StageContext } from '../stage.ts'

/** Queries since the token's creation. They cover the launch of most tokens, or the whole history of a short one (docs/chains.md#preview). */
const BEGINNING_QUERIES = 40
const NEWEST_QUERIES = 10
/** Single queries spread evenly between the beginning and the newest blocks. */
const SPREAD_QUERIES = 20
const ALL_QUERIES = BEGINNING_QUERIES + NEWEST_QUERIES + SPREAD_QUERIES
/** Transfers after which a dense beginning is cut off. The launch is among them, and the newest and spread queries show more holders. */
const BEGINNING_TRANSFERS = 100_000
/** Blocks per query if the endpoint has no known limit. */
const UNLIMITED_RANGE = 10_000
/** Allowance for blocks with many transfers, which take more queries than their number suggests. */
const DENSER = 1.25
const CONCURRENCY = 4

export interface Sample {
  /** The wanted blocks since the creation whose transfers are stored. */
  readonly beginning: BlockRange
  /** Whether all wanted transfers are stored. */
  readonly isWhole: boolean
  /** Blocks that a query reaches if they contain few events. */
  readonly width: number
  /** Sentences about how the transfers were read. */
  readonly remarks: readonly string[]
}

/** Stores the transfers of some blocks: since the creation, the newest, and some between. */
export async function sampleTransfers(context: StageContext): Promise<Sample> {
  const { store, adapter, token, signal } = context
  const wanted = await wantedRange(context)
  const width = (await adapter.probe(signal)).logsMaxRange ?? UNLIMITED_RANGE
  let queries = 0
  const remarks = new Set<string>()
  const read = async (range: BlockRange, most: number, transfers = Infinity): Promise<number> => {
    let [pages, rows] = [0, 0]
    const missing = difference(intersection([range], [wanted]), await store.read.covered({ token, what: 'transfers' }))
    for (const part of missing) {
      for await (const page of adapter.transfers(token.address, part.from, part.to, signal)) {
        for (const remark of page.remarks ?? []) remarks.add(remark)
        if (await forgetRevoked(context, 'transfers', page)) return pages
        if (page.from > page.to) continue
        const covers = { from: page.from, to: page.to, source: page.source }
        await store.write.replaceTransfers({ token, rows: page.rows, covers, whole: true })
        pages += 1
        queries += 1
        rows += page.rows.length
        context.progress(Math.min(queries, ALL_QUERIES), ALL_QUERIES)
        if (pages >= most * DENSER || rows >= transfers) return pages
      }
    }
    return pages
  }
  context.progress(0, ALL_QUERIES)
  const first = { from: wanted.from, to: wanted.from + BEGINNING_QUERIES * width - 1 }
  const pages = await read(first, BEGINNING_QUERIES, BEGINNING_TRANSFERS)
  const beginning = await coveredFrom(context, wanted)
  context.progress(queries, beginning.to >= wanted.to ? queries : ALL_QUERIES)
  if (beginning.to >= wanted.to) return { beginning, isWhole: true, width, remarks: [...remarks] }
  const each = pages === 0 ? width : Math.min(width, Math.max(1, Math.floor(size([beginning]) / pages)))
  const newest = { from: Math.max(beginning.to + 1, wanted.to - NEWEST_QUERIES * each + 1), to: wanted.to }
  await read(newest, NEWEST_QUERIES)
  const gap = (newest.from - beginning.to) / (SPREAD_QUERIES + 1)
  const starts = Array.from({ length: SPREAD_QUERIES }, (_, i) => Math.round(beginning.to + gap * (i + 1)))
  if (gap > each) await mapLimited(starts, CONCURRENCY, (from) => read({ from, to: from + each - 1 }, 1))
  context.progress(queries, queries)
  return { beginning, isWhole: false, width, remarks: [...remarks] }
}

async function coveredFrom({ store, token }: StageContext, { from, to }: BlockRange): Promise<BlockRange> {
  const covered = await store.read.covered({ token, what: 'transfers' })
  return { from, to: Math.min(to, covered.find((range) => range.from <= from && range.to >= from)?.to ?? from - 1) }
}
