import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../api/service.tsx'
import { snapshotMomentsQuery, type TokenRef } from '../../api/token-queries.ts'
import { countOf } from '../../format/number.ts'
import { distinctMoments, exactTime, formatMoment } from '../../format/time.ts'
import { AskToDelete } from '../../ui/AskToDelete.tsx'
import { Button } from '../../ui/Button.tsx'
import { QueryFailure, showError } from '../../ui/Failure.tsx'
import { saveText } from '../../ui/save-file.ts'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { AgeCell, PlainTable } from '../../ui/PlainTable.tsx'
import { DropFile, PickFile } from './DropFile.tsx'
import styles from './Snapshots.module.css'
import { useImportSnapshot } from './use-import-snapshot.ts'
import { useTakeSnapshot } from './use-take-snapshot.ts'

interface Props {
  token: TokenRef
  /** Timestamp of the open snapshot; null for the latest. */
  open: number | null
  fileName: string
}

/** Stored snapshots, newest first: open, compare, export, import or take one. */
export function SnapshotsView({ token, open, fileName }: Props) {
  const client = useClient()
  const list = useQuery(snapshotMomentsQuery(client, token))
  const take = useTakeSnapshot(token)
  const load = useImportSnapshot(token)
  const [saving, setSaving] = useState<number | null>(null)

  const save = async (timestamp: number): Promise<void> => {
    setSaving(timestamp)
    try {
      const { value } = await client.call('snapshot', { params: { network: token.network, token_address: token.address, timestamp } })
      await saveText(`${fileName}-snapshot-${timestamp}.json`, JSON.stringify(value), 'application/json')
    } catch (error) {
      showError(error)
    } finally {
      setSaving(null)
    }
  }

  const actions = (
    <div className="row wrap">
      <PickFile busy={load.isPending} onFile={load.mutate} />
      <Button
        kind="primary"
        icon="snapshots"
        text={take.isPending ? 'Taking…' : 'Take snapshot'}
        onClick={() => take.mutate()}
        disabled={take.isPending}
      />
    </div>
  )
  if (list.isLoadingError) return <QueryFailure title="Could not load snapshots" query={list} />
  if (list.isPending) return <SkeletonRows rows={6} what="snapshots" />
  const moments = list.data.value.snapshots
  if (moments.length === 0) {
    return (
      <DropFile busy={load.isPending} onFile={load.mutate}>
        <EmptyState icon="snapshots" title="No snapshots yet" actions={actions}>
          <p>A snapshot stores holders, links and clusters at one point in time, so that you can compare them later.</p>
        </EmptyState>
      </DropFile>
    )
  }
  const stamps = moments.map(({ timestamp }) => timestamp)
  const newest = stamps.at(-1)
  const momentOf = distinctMoments(stamps)
  const shown = open ?? newest
  return (
    <DropFile busy={load.isPending} onFile={load.mutate}>
      <div className="view-scroll narrow">
        <header className="view-head">
          <p className="quiet">{countOf(moments.length, 'snapshot')}. Snapshots never change. Drop a snapshot file here to import it.</p>
          {actions}
        </header>
        <PlainTable className={styles['list']} columns={['Time', 'Age', 'Taken', 'State', { end: 'Actions' }]}>
          {moments.toReversed().map(({ timestamp: stamp, taken_at: takenAt }) => (
            <tr key={stamp} aria-current={stamp === shown ? 'true' : undefined}>
              <th scope="row" className="num" title={exactTime(stamp)}>
                {momentOf(stamp)}
              </th>
              <AgeCell at={stamp} />
              <td className="num" title={takenAt === null ? 'Unknown: the snapshot was imported from a file' : exactTime(takenAt)}>
                {takenAt === null ? <span className="quiet">–</span> : formatMoment(takenAt)}
              </td>
              <td>
                {stamp === newest ? <Tag text="Latest" /> : null} {stamp === shown ? <Tag tone="notice" text="Shown" /> : null}
              </td>
              <td className="end row-actions">
                {stamp === shown || shown === undefined ? null : (
                  <Link
                    className="button button-quiet"
                    to="/t/$network/$address"
                    params={token}
                    search={{
                      view: 'compare',
                      compare: Math.min(stamp, shown),
                      ...(Math.max(stamp, shown) === newest ? {} : { snapshot: Math.max(stamp, shown) }),
                    }}
                  >
                    Compare
                  </Link>
                )}
                <Link className="button button-plain" to="/t/$network/$address" params={token} search={stamp === newest ? {} : { snapshot: stamp }}>
                  Open
                </Link>
                <Button
                  kind="quiet"
                  icon="download"
                  text={saving === stamp ? 'Saving…' : 'JSON'}
                  onClick={() => void save(stamp)}
                  disabled={saving !== null}
                />
                <AskToDelete
                  token={token}
                  part={{ snapshot: stamp }}
                  name={`the snapshot of ${momentOf(stamp)}`}
                  question="The facts it was based on remain."
                />
              </td>
            </tr>
          ))}
        </PlainTable>
      </div>
    </DropFile>
  )
}
