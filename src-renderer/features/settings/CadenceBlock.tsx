import { useQuery } from '@tanstack/react-query'
import type { CadenceRecord } from '../../../src-shared/contract/records/cadence.ts'
import { useClient } from '../../api/service.tsx'
import { cadenceQuery } from '../../api/service-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { QueryFailure, showError } from '../../ui/Failure.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Section } from '../../ui/Section.tsx'

const NEVER = 'never'
const CHOICES: readonly { id: string; label: string }[] = [
  { id: NEVER, label: 'Never' },
  { id: '5', label: 'Every 5 min' },
  { id: '15', label: 'Every 15 min' },
  { id: '60', label: 'Every hour' },
  { id: '1440', label: 'Every day' },
]

/** Interval of automatic snapshots of followed tokens. */
export function CadenceBlock() {
  const query = useQuery(cadenceQuery(useClient()))
  return (
    <Section id="cadence" title="Snapshots">
      {query.data !== undefined ? (
        <Cadence minutes={query.data.value.every_minutes} />
      ) : query.isError ? (
        <QueryFailure title="Could not load the snapshot schedule" query={query} />
      ) : (
        <Skeleton height={40} />
      )}
    </Section>
  )
}

function Cadence({ minutes }: { minutes: CadenceRecord['every_minutes'] }) {
  const change = useCall(({ client }, every_minutes: CadenceRecord['every_minutes']) => client.call('setCadence', { body: { every_minutes } }), {
    stale: [cadenceQuery],
    onError: showError,
  })
  const value = minutes === null ? NEVER : String(minutes)
  // Another client may have set a value that is not among the choices.
  const options = CHOICES.some(({ id }) => id === value) ? CHOICES : [...CHOICES, { id: value, label: `Every ${value} min` }]
  return (
    <div className="setting">
      <span>Automatic snapshots of followed tokens</span>
      <Segmented
        label="Snapshot interval for followed tokens"
        value={value}
        options={options}
        onChange={(id) => change.mutate(id === NEVER ? null : Number(id))}
      />
    </div>
  )
}
