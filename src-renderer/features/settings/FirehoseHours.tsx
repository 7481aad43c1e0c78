import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/service.tsx'
import { storageQuery } from '../../api/service-queries.ts'
import { countOf } from '../../format/number.ts'
import { showError } from '../../ui/Failure.tsx'

const DAY = 24
const CHOICES = [1, 6, DAY, 3 * DAY, 7 * DAY, 30 * DAY]

/** How long the trades of fully followed networks are kept. `blocks` is the number kept now. */
export function FirehoseHours({ hours, blocks }: { hours: number; blocks: number }) {
  const client = useClient()
  const queries = useQueryClient()
  const set = useMutation({
    mutationFn: (next: number) => client.call('setStorage', { body: { firehose_keep_hours: next } }),
    onSuccess: (answer) => queries.setQueryData(storageQuery(client).queryKey, answer),
    onError: showError,
  })
  const choices = hours === 0 || CHOICES.includes(hours) ? CHOICES : [...CHOICES, hours].sort((a, b) => a - b)
  return (
    <span>
      <select
        className="input"
        aria-label="How long trades of whole networks are stored"
        value={hours}
        disabled={set.isPending}
        onChange={({ target }) => set.mutate(Number(target.value))}
      >
        <option value={0}>Not stored</option>
        {choices.map((one) => (
          <option key={one} value={one}>
            {one % DAY === 0 ? countOf(one / DAY, 'day') : countOf(one, 'hour')}
          </option>
        ))}
      </select>{' '}
      <span className="quiet">
        {hours === 0
          ? 'Trades of whole networks are streamed but not stored.'
          : `${countOf(blocks, 'block')} stored for clients that resume a stream.`}
      </span>
    </span>
  )
}
