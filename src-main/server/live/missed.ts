import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { AppError } from '../../lib/app-error.ts'
import type { PlacedTrade } from '../../../src-shared/domain/trade-place.ts'
import type { ReadBlocks, Since } from '../../ingest/follow/interface.ts'
import type { Store } from '../../store/interface.ts'
import { namedBy, type Hub } from './hub.ts'
import type { TopicEvent } from './topic-event.ts'
import type { Topic } from './topics.ts'

/** Stored events of a topic after a row, in the order in which they were stored and first sent. */
export interface MissedPage {
  readonly events: readonly TopicEvent[]
  /** The next page begins after this row. */
  readonly upTo: number
  readonly isLast: boolean
  /** The client has everything up to this row, because it goes on after it. */
  readonly hadUpTo?: number
}

/** Reads the page after a row. @throws AppError `validation_error` for a row that was never stored */
export type ReadMissed = (after: number) => Promise<MissedPage>

/** Making the frames of a page takes about 4 ms. */
const TRADES_PER_PAGE = 250
const SCANS_PER_PAGE = 10

export interface MissedSources {
  readonly store: Pick<Store, 'read'>
  readonly hub: Pick<Hub, 'arrive' | 'tradeEvent' | 'scanEvent' | 'wholeEvent' | 'retractionOf' | 'missedWhole'>
}

/** @param since where the client goes on */
export function readMissed(sources: MissedSources, topic: Topic, since: Since): ReadMissed {
  let whole: Promise<ReadMissed | null> | null = null
  const readStored = (after: number): Promise<MissedPage> => {
    if ('place' in since)
      throw new AppError('validation_error', { say: 'The cursor in "since" belongs to a network that is not currently followed as a whole.' })
    const from = 'time' in since ? { from: since.time } : {}
    const hadUpTo = 'row' in since ? { hadUpTo: since.row } : {}
    const start = 'row' in since ? Math.max(after, since.row) : after
    return (topic.stream === 'scanner' ? readScans : readTrades)(sources, topic, start, from).then((page) => ({ ...page, ...hadUpTo }))
  }
  return async (after) => {
    // What is published while a page is read waits for its end.
    await sources.hub.arrive(topic)
    if (topic.stream === 'scanner') return readStored(after)
    whole ??= sources.hub.missedWhole(topic, since).then((read) => (read === null ? null : readWhole(sources, topic, read)))
    return ((await whole) ?? readStored)(after)
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
      const isWanted = ({ trade }: PlacedTrade): boolean => names === null || namedBy(trade).includes(names)
      queue = [
        ...page.reverted.filter(isWanted).flatMap(({ trade }) => hub.retractionOf(topic, trade) ?? []),
        ...page.trades.filter(isWanted).flatMap((one) => hub.wholeEvent(topic, one) ?? []),
      ]
      had = page.hadUpTo === null ? {} : { hadUpTo: page.hadUpTo }
      upTo = page.to
      // Blocks that arrive while a long page is sent are in the page after it.
      isLast = page.isLast && queue.length <= TRADES_PER_PAGE
    }
    return { events: queue.splice(0, TRADES_PER_PAGE), upTo, isLast, ...had }
  }
}

async function readTrades({ store, hub }: MissedSources, topic: Topic, after: number, from: { from?: number }): Promise<MissedPage> {
  const { network, address } = topic
  const subject = address === FIREHOSE ? null : { by: 'any' as const, address: trustedAddress(address) }
  const { trades, rows, upTo, newest } = await store.read.tradesAfter({ network, subject, after, limit: TRADES_PER_PAGE, ...from })
  refuseUnknown(after, newest)
  const events = trades.flatMap((trade, n) => hub.tradeEvent(topic, trade, rows[n] ?? 0) ?? [])
  return { events, upTo, isLast: upTo >= newest }
}

async function readScans({ store, hub }: MissedSources, topic: Topic, after: number, from: { from?: number }): Promise<MissedPage> {
  const token = { network: topic.network, address: trustedAddress(topic.address) }
  const { scans, newest } = await store.read.scansAfter({ token, after, limit: SCANS_PER_PAGE, ...from })
  refuseUnknown(after, newest)
  const isLast = scans.length < SCANS_PER_PAGE
  return {
    events: scans.map((scan) => hub.scanEvent(topic, scan.json, scan.id)),
    upTo: isLast ? newest : (scans.at(-1)?.id ?? newest),
    isLast,
  }
}

/** A cursor of another data folder would leave out what was stored meanwhile. */
function refuseUnknown(after: number, newest: number): void {
  if (after > newest) throw new AppError('validation_error', { say: 'The cursor in "since" was not issued by this data folder. Use a time instead.' })
}
