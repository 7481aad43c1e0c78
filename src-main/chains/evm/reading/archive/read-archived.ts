import type { ArchiveProtocol } from '../../../../../src-shared/services.ts'
import { countOf, grouped } from '../../../../../src-shared/domain/shown.ts'
import { ArchiveFault } from '../../../archive/fault.ts'
import { readFinalizedHead } from '../../../archive/head.ts'
import type { ArchiveAccess } from '../../../archive/request.ts'
import { archiveSource, type ArchiveUse } from '../../../archive/use.ts'
import type { Node } from '../../rpc/node.ts'
import { readLogs, type LogFilter, type LogPage } from '../logs/read-logs.ts'
import { differences, verifyPage } from './verify-page.ts'
import { unpackPage, type ArchivedPage } from './page.ts'
import { logQuery } from './query.ts'
import { archiveThread } from './thread.ts'

/** Logs of a closed range and where they come from. A page with an empty range only has remarks or revokes other pages. */
export interface SourcedPage extends LogPage {
  /** Null for a page of the node. */
  readonly archived: ArchivedPage | null
  /** Name of the archive in the coverage; absent for the node. */
  readonly source?: string
  /** Sentences for the job about how the page was read. */
  readonly remarks?: readonly string[]
  /** Pages of this source from this block on turned out to be wrong. */
  readonly revokes?: { readonly source: string; readonly from: number }
}

export interface SourcedRead {
  readonly filters: readonly LogFilter[]
  /** Logs whose transactions are also wanted. If given, an archive joins the transactions of all matching logs. */
  readonly alsoFilters?: readonly LogFilter[]
  readonly from: number
  readonly to: number
  readonly use: ArchiveUse
  readonly signal: AbortSignal
}

/** The budget for one read from an archive: a million logs are about 600 MB unpacked (docs/chains.md#archives). */
const BUDGET = { calls: 20_000, bytes: 16 * 2 ** 30 }
/** The first `ALL_COMPARED` pages are all compared with the node, then one in `COMPARED_OF`. */
const ALL_COMPARED = 4
const COMPARED_OF = 8
/** An archive that differs in this many compared pages is not read further. */
const MAX_WRONG = 3

/**
 * Reads final blocks from the archives of the network that are set and allowed, one after the other, and compares samples with the node. Then reads
 * the remaining blocks from the node. Where both differ, the node's rows are taken.
 */
export async function* readSourced(node: Node, read: SourcedRead): AsyncGenerator<SourcedPage> {
  let next = read.from
  const tried = new Set<ArchiveProtocol>()
  for (let access = node.archive.open(read.use); access !== null && next <= read.to; access = node.archive.open(read.use, tried)) {
    tried.add(access.protocol)
    for await (const page of readArchived(node, access, { ...read, from: next })) {
      yield page
      next = Math.max(next, page.to + 1)
    }
  }
  yield* readFromNode(node, { ...read, from: next })
}

async function* readFromNode(node: Node, { filters, from, to, signal }: Omit<SourcedRead, 'use'>): AsyncGenerator<SourcedPage> {
  for await (const page of readLogs({ node, filters, from, to, ranges: node.ranges, signal })) yield { ...page, archived: null }
}

async function* readArchived(node: Node, access: ArchiveAccess, read: SourcedRead): AsyncGenerator<SourcedPage> {
  const { host } = new URL(access.url)
  const source = archiveSource(access)
  const { filters, alsoFilters = [], from, signal } = read
  const query = logQuery([...filters, ...alsoFilters], read.alsoFilters !== undefined)
  if (query === null) return
  const remark = (at: number, text: string): SourcedPage => ({ from: at, to: at - 1, logs: [], archived: null, remarks: [text] })
  let next = from
  let compared = 0
  let wrong = 0
  try {
    const head = await readFinalizedHead(access, signal)
    const to = Math.min(read.to, head.number)
    if (to < from) return
    let index = 0
    for await (const packed of archiveThread.read({ access, query, from, to, budget: { ...BUDGET } }, signal)) {
      const page = unpackPage(packed, filters)
      const isCompared = index < ALL_COMPARED || index % COMPARED_OF === 0 || page.to === to
      index += 1
      const verdict = isCompared ? await verifyPage(node, page, filters, signal) : null
      if (verdict?.kind === 'other chain') {
        node.archive.rest(access, 'wrong')
        const { block, archive, node: own } = verdict
        const text = `The archive ${host} has another block ${grouped(block)} (${archive}) than the node (${own}); nothing of it was kept.`
        yield { ...remark(next, text), revokes: { source, from: 0 } }
        return
      }
      if (verdict === null || verdict.kind === 'same') {
        compared += verdict === null ? 0 : 1
        yield { ...page, archived: page, source }
      } else {
        wrong += 1
        yield* replaceByNode(node, page, { ...read, from: page.from, to: page.to }, host)
      }
      next = page.to + 1
      if (wrong < MAX_WRONG) continue
      node.archive.rest(access, 'wrong')
      yield remark(next, `The archive ${host} differs from the node in ${wrong} samples and was not read further.`)
      return
    }
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    if (error.kind === 'unreachable') node.archive.rest(access, 'unreachable')
    if (error.kind === 'malformed') node.archive.rest(access, 'wrong')
    const failed = remark(next, `The archive was not read from block ${grouped(next)} on: ${error.message}.`)
    yield error.suspectFrom === null ? failed : { ...failed, revokes: { source, from: error.suspectFrom } }
  }
  if (next > from && compared > 0) {
    yield remark(
      next,
      `Read blocks ${grouped(from)} to ${grouped(next - 1)} from the archive ${host}; ${countOf(compared, 'sample agrees', 'samples agree')} with the node.`,
    )
  }
}

/** The rows of the node for a page in which the archive differs, and a remark about the difference. */
async function* replaceByNode(node: Node, page: ArchivedPage, read: SourcedRead, host: string): AsyncGenerator<SourcedPage> {
  const pages: SourcedPage[] = []
  for await (const own of readFromNode(node, read)) pages.push(own)
  const logs = pages.flatMap((own) => own.logs)
  const count = differences(logs, page.logs)
  const what = count === 0 ? 'a transaction' : countOf(count, 'log')
  const text = `The archive ${host} differs from the node in ${what} of blocks ${grouped(page.from)} to ${grouped(page.to)}; the node’s are kept.`
  yield* pages.map((own, i) => (i === 0 ? { ...own, remarks: [text] } : own))
}
