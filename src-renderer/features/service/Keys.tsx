import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyRecord } from '../../../src-shared/contract/records/service.ts'
import { quotaText } from '../../../src-shared/domain/shown.ts'
import { useClient } from '../../api/service.tsx'
import { keysQuery } from '../../api/service-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryFailure, showError } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { Age } from '../../ui/Value.tsx'
import { AgeCell, PlainTable } from '../../ui/PlainTable.tsx'
import { NewKey } from './NewKey.tsx'

export function Keys() {
  const keys = useQuery(keysQuery(useClient()))
  // Most installations have one machine and no users.
  const hasOwners = keys.data?.value.keys.some(({ owner, quotas }) => owner !== null || quotas !== null) === true
  return (
    <div>
      <NewKey />
      {keys.isPending ? <SkeletonRows rows={3} what="keys" /> : null}
      <QueryFailure title="Could not load keys" query={keys} />
      {keys.data === undefined ? null : (
        <PlainTable
          columns={['Name', 'Starts with', 'Permissions', ...(hasOwners ? ['Owner and limits'] : []), 'Created', 'Last used', { end: 'Actions' }]}
        >
          {keys.data.value.keys.map((key) => (
            <KeyRow key={key.id} row={key} hasOwners={hasOwners} />
          ))}
        </PlainTable>
      )}
    </div>
  )
}

function KeyRow({ row, hasOwners }: { row: KeyRecord; hasOwners: boolean }) {
  const { session } = useClient()
  const [asking, setAsking] = useState(false)
  const revoke = useCall(({ client }) => client.call('revokeKey', { params: { id: row.id } }), {
    stale: [keysQuery],
    onSuccess: () => showToast(`Key “${row.name}” revoked`),
    onError: showError,
  })
  const revoked = row.revoked_at !== null
  return (
    <tr data-off={revoked}>
      <th scope="row">
        {row.name} {revoked ? <Tag tone="unknown" text="revoked" /> : null}
      </th>
      <td>
        <code>{row.prefix}…</code>
      </td>
      <td>
        <span className="tags">
          {row.permissions.map((permission) => (
            <Tag key={permission} text={permission} />
          ))}
        </span>
      </td>
      {hasOwners ? (
        <td>
          {row.owner ?? <span className="quiet">no owner</span>}
          <div className="quiet">{quotaText(row.quotas)}</div>
        </td>
      ) : null}
      <AgeCell at={row.created_at} />
      <td>{row.last_used_at === null ? <span className="quiet">never</span> : <Age at={row.last_used_at} />}</td>
      <td className="end row-actions">
        {revoked ? null : asking ? (
          <>
            <span>
              {session.key.startsWith(row.prefix)
                ? 'This page uses this key and will ask for another.'
                : 'Tools that use this key will stop working.'}
            </span>
            <Button kind="danger" text="Revoke" onClick={() => revoke.mutate()} disabled={revoke.isPending} />
            <Button kind="quiet" text="Cancel" onClick={() => setAsking(false)} />
          </>
        ) : (
          <Button kind="quiet" text="Revoke…" onClick={() => setAsking(true)} aria-label={`Revoke ${row.name}`} />
        )}
      </td>
    </tr>
  )
}
