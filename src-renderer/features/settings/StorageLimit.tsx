import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/service.tsx'
import { storageQuery } from '../../api/service-queries.ts'
import { formatBytes } from '../../format/number.ts'
import { showError } from '../../ui/Failure.tsx'

const GIGABYTE = 1e9
const CHOICES = [1, 2, 5, 10, 20, 50, 100].map((size) => size * GIGABYTE)

/** Database size at which reading from chains pauses. `used` is the number of bytes that count against it. */
export function StorageLimit({ limit, used }: { limit: number | null; used: number }) {
  const client = useClient()
  const queries = useQueryClient()
  const set = useMutation({
    mutationFn: (bytes: number | null) => client.call('setStorage', { body: { limit_bytes: bytes } }),
    onSuccess: (answer) => queries.setQueryData(storageQuery(client).queryKey, answer),
    onError: showError,
  })
  const choices = limit === null || CHOICES.includes(limit) ? CHOICES : [...CHOICES, limit].sort((a, b) => a - b)
  return (
    <span>
      <select
        className="input"
        aria-label="Database size limit"
        value={limit ?? 'none'}
        disabled={set.isPending}
        onChange={({ target }) => set.mutate(target.value === 'none' ? null : Number(target.value))}
      >
        <option value="none">No limit</option>
        {choices.map((bytes) => (
          <option key={bytes} value={bytes}>
            {formatBytes(bytes)}
          </option>
        ))}
      </select>{' '}
      <span className="quiet">
        {limit !== null && used >= limit
          ? 'Limit reached. Reading from chains is paused until there is space.'
          : 'At the limit, reading from chains pauses. Stored data is kept.'}
      </span>
    </span>
  )
}
