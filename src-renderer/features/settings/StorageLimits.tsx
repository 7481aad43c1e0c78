import type { CallBody } from '../../../src-client/api.ts'
import { storageQuery } from '../../api/service-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { countOf, formatBytes } from '../../format/number.ts'
import { showError } from '../../ui/Failure.tsx'
import { Select } from '../../ui/Field.tsx'

const GIGABYTE = 1e9
const SIZES = [1, 2, 5, 10, 20, 50, 100].map((size) => size * GIGABYTE)
const DAY = 24
const HOURS = [1, 6, DAY, 3 * DAY, 7 * DAY, 30 * DAY]

/** The choices in ascending order, with the current value if another client has set one that is not among them. */
const withCurrent = (choices: readonly number[], current: number): readonly number[] =>
  choices.includes(current) ? choices : [...choices, current].sort((a, b) => a - b)

const useSetStorage = () =>
  useCall(({ client }, body: CallBody<'setStorage'>) => client.call('setStorage', { body }), { stale: [storageQuery], onError: showError })

/** Database size at which reading from chains pauses. `used` is the number of bytes that count against it. */
export function StorageLimit({ limit, used }: { limit: number | null; used: number }) {
  const set = useSetStorage()
  const sizes = limit === null ? SIZES : withCurrent(SIZES, limit)
  return (
    <span>
      <Select
        aria-label="Database size limit"
        value={limit}
        disabled={set.isPending}
        options={[[null, 'No limit'], ...sizes.map((bytes) => [bytes, formatBytes(bytes)] as const)]}
        onChoose={(limit_bytes) => set.mutate({ limit_bytes })}
      />{' '}
      <span className="quiet">
        {limit !== null && used >= limit
          ? 'Limit reached. Reading from chains is paused until there is space.'
          : 'At the limit, reading from chains pauses. Stored data is kept.'}
      </span>
    </span>
  )
}

/** How long the trades of fully followed networks are kept. `blocks` is the number kept now. */
export function FirehoseHours({ hours, blocks }: { hours: number; blocks: number }) {
  const set = useSetStorage()
  const choices = hours === 0 ? HOURS : withCurrent(HOURS, hours)
  const text = (each: number): string => (each % DAY === 0 ? countOf(each / DAY, 'day') : countOf(each, 'hour'))
  return (
    <span>
      <Select
        aria-label="How long trades of whole networks are stored"
        value={hours}
        disabled={set.isPending}
        options={[[0, 'Not stored'], ...choices.map((each) => [each, text(each)] as const)]}
        onChoose={(firehose_keep_hours) => set.mutate({ firehose_keep_hours })}
      />{' '}
      <span className="quiet">
        {hours === 0
          ? 'Trades of whole networks are streamed but not stored.'
          : `${countOf(blocks, 'block')} stored for clients that resume a stream.`}
      </span>
    </span>
  )
}
