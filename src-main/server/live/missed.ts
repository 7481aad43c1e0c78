import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { inOrder } from '../../bus/page-events.ts'
import { AppError } from '../../lib/app-error.ts'
import type { PositionedTrade } from '../../../src-shared/domain/trade-position.ts'
import type { ReadBlocks, Since } from '../../ingest/follow/interface.ts'
import type { Jobs } from '../../ingest/jobs/interface.ts'
import type { Store } from '../../store/interface.ts'
import type { Hub } from './hub.ts'
import { isTemporary } from './retry-unavailable.ts'
import type { TopicEvent } from './topic-event.ts'
import type { Topic } from './topics.ts'
import { namedBy } from './trade-events.ts'

/** A page of stored events of a topic after a row, in the order in which they were stored and first sent. */
export interface MissedPage {
  readonly events: readonly TopicEvent[]
  /** The next page begins after this row. */
  readonly upTo: number
  readonly isLast: boolean
  /** The client has everything up to this row, because it resumes after it. */
  readonly hadUpTo?: number
}

/** Reads the page after a row. @throws AppError `validation_error` for a row that was never stored */
export type ReadMissed = (after: number) => Promise<MissedPage>

/** Making the frames of a page takes about 4 ms. */
const TRADES_PER_PAGE = 250
const SCANS_PER_PAGE = 10

export interface MissedSources {
  readonly store: Pick<Store, 'read'>
  readonly hub: Pick<Hub, 'arrive' | 'scanEvent' | 'trades' | 'watches'>
  readonly jobs: Pick<Jobs, 'canRead'>
}

/** @param since where the client resumes */
export function readMissed(sources: MissedSources, topic: Topic, since: Since): ReadMissed {
  let read: ReadMissed | null = null
  const stored = readStored(sources, topic, since)
  return async (after) => {
    // Events published while a page is read wait until the read ends.
    await sources.hub.arrive(topic)
    if (topic.stream === 'scanner') return stored(after)
    if (read === null) {
      const whole = await wholeOrStored(sources, topic, since)
      read = whole === null ? stored : readWhole(sources, topic, whole)
    }
    return read(after)
  }
}

/** Null if the topic follows one token, or nothing because no source is set; its missed trades are then those that are stored. */
async function wholeOrStored({ hub, jobs }: MissedSources, topic: Topic, since: Since): Promise<ReadBlocks | null> {
  try {
    return await hub.watches.missedWhole(topic, since)
  } catch (error) {
    const isLasting = error instanceof AppError && error.code !== 'validation_error' && !isTemporary(error, () => jobs.canRead(topic.network))
    if (isLasting) return null
    throw error
  }
}

/** Pages of stored events. */
export function readStored(sources: MissedSources, topic: Topic, since: Since): ReadMissed {
  const from = 'time' in since ? { from: since.time } : {}
  const had = 'row' in since ? since.row : 0
  const readPage = topic.stream === 'scanner' ? readScans(sources, topic, from) : readTrades(sources, topic, from, had)
  return async (after) => {
    if ('position' in since)
      throw new AppError('validation_error', { message: 'The cursor in "since" belongs to a network that is not currently followed as a whole.' })
    const page = await readPage(Math.max(after, had))
    return 'row' in since ? { ...page, hadUpTo: had } : page
  }
}

/** Pages of the trades of a whole network, whose rows are their blocks. */
function readWhole({ hub }: MissedSources, topic: Topic, read: ReadBlocks): ReadMissed {
  const names = topic.address === FIREHOSE ? null : topic.address
  let queue: TopicEvent[] = []
  let upTo = 0
  return async () => {
    let isLast = false
    let had = {}
    if (queue.length === 0) {
      const page = await read()
      const isWanted = ({ trade }: PositionedTrade): boolean => names === null || namedBy(trade).includes(names)
      queue = [
        ...hub.trades.retractions(topic, page.reverted.filter(isWanted), page.keeps),
        ...page.trades.filter(isWanted).flatMap((one) => hub.trades.whole(topic, one) ?? []),
      ]
      had = page.hadUpTo === null ? {} : { hadUpTo: page.hadUpTo }
      upTo = page.to
      // Blocks that arrive while a long page is sent are in the page after it.
      isLast = page.isLast && queue.length <= TRADES_PER_PAGE
    }
    return { events: queue.splice(0, TRADES_PER_PAGE), upTo, isLast, ...had }
  }
}

/** @param had the row up to which the client has the trades and retractions */
function readTrades({ store, hub }: MissedSources, topic: Topic, from: { from?: number }, had: number): ReadMissed {
  const { network, address } = topic
  const subject = address === FIREHOSE ? null : { by: 'any' as const, address: trustedAddress(address) }
  /** The rows up to which pages were sent, each with the newest row or retraction at that time. */
  const sent = [{ upTo: had, newest: had }]
  const wasSent = (row: number, retraction: number): boolean => retraction > (sent.find(({ upTo }) => row <= upTo)?.newest ?? Infinity)
  return async (after) => {
    const page = await store.read.tradesAfter({ network, subject, after, limit: TRADES_PER_PAGE, ...from })
    const { upTo, newest } = page
    refuseUnknown(after, newest)
    const events = inOrder(page).flatMap(({ kind, trade, row, number }) => {
      if (kind === 'stored') return hub.trades.stored(topic, trade, row) ?? []
      return wasSent(row, number) ? (hub.trades.retraction(topic, trade, row, number) ?? []) : []
    })
    sent.push({ upTo, newest })
    return { events, upTo, isLast: upTo >= newest }
  }
}

function readScans({ store, hub }: MissedSources, topic: Topic, from: { from?: number }): ReadMissed {
  const token = { network: topic.network, address: trustedAddress(topic.address) }
  return async (after) => {
    const { scans, newest } = await store.read.scansAfter({ token, after, limit: SCANS_PER_PAGE, ...from })
    refuseUnknown(after, newest)
    const isLast = scans.length < SCANS_PER_PAGE
    return {
      events: scans.map((scan) => hub.scanEvent(topic, scan.json, scan.id)),
      upTo: isLast ? newest : (scans.at(-1)?.id ?? newest),
      isLast,
    }
  }
}

/** A cursor of another data folder would skip events stored since then. */
function refuseUnknown(after: number, newest: number): void {
  if (after > newest)
    throw new AppError('validation_error', { message: 'The cursor in "since" was not issued by this data folder. Use a time instead.' })
}
