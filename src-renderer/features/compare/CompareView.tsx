import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { useClient } from '../../api/service.tsx'
import { snapshotListQuery, snapshotQuery, type TokenRef } from '../../api/token-queries.ts'
import { distinctMoments } from '../../format/time.ts'
import { QueryFailure } from '../../ui/Failure.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ClusterDiffs } from './ClusterDiffs.tsx'
import { Select } from '../../ui/Field.tsx'
import styles from './CompareView.module.css'
import { diffSnapshots, diffSummary, listsAllHolders, type SnapshotDiff } from '../../../src-shared/domain/snapshot-diff.ts'
import { LinkDiffs } from './LinkDiffs.tsx'
import { WalletDiffs } from './WalletDiffs.tsx'

interface Props {
  readonly token: TokenRef
  /** Unix seconds; null selects the snapshot before `to`. */
  readonly from: number | null
  /** null selects the latest. */
  readonly to: number | null
  readonly fileName: string
  readonly onChange: (from: number, to: number) => void
}

/** Changes of wallets, clusters and links between two snapshots. */
export function CompareView({ token, from, to, fileName, onChange }: Props) {
  const client = useClient()
  const list = useQuery(snapshotListQuery(client, token))
  const stamps = list.data?.value.snapshots ?? []
  // The first snapshot has no predecessor, so it is compared with the next one.
  const at = Math.max(from === null ? 1 : 0, to === null ? stamps.length - 1 : stamps.indexOf(to))
  const later = stamps[at] ?? null
  const earlier = from ?? stamps[at - 1] ?? null
  const before = useQuery({ ...snapshotQuery(client, token, earlier), enabled: earlier !== null })
  const after = useQuery({ ...snapshotQuery(client, token, later), enabled: later !== null })
  const failed = [list, before, after].find(({ isLoadingError }) => isLoadingError)
  if (failed !== undefined) return <QueryFailure title="Could not compare snapshots" query={failed} />
  if (list.data !== undefined && stamps.length < 2) {
    return (
      <EmptyState
        icon="snapshots"
        title="Two snapshots are needed to compare"
        actions={
          <Link className="button button-plain" to="/t/$network/$address" params={token} search={{ view: 'snapshots' }}>
            Go to snapshots
          </Link>
        }
      >
        <p>Take another snapshot later, or import an exported one.</p>
      </EmptyState>
    )
  }
  if (earlier === null || later === null || before.data === undefined || after.data === undefined) return <SkeletonRows what="both snapshots" />
  return (
    <Comparison before={before.data.value} after={after.data.value} fileName={`${fileName}-${earlier}-${later}`}>
      <SnapshotSelects stamps={stamps} earlier={earlier} later={later} onChange={onChange} />
    </Comparison>
  )
}

interface ComparisonProps {
  readonly before: SnapshotRecord
  readonly after: SnapshotRecord
  readonly fileName: string
  /** The choice of the two snapshots. */
  readonly children: ReactNode
}

function Comparison({ before, after, fileName, children }: ComparisonProps) {
  const diff = useMemo(() => diffSnapshots(before, after), [before, after])
  return (
    <div className="column">
      <header className={styles['head']}>
        {children}
        <Summary diff={diff} isComplete={listsAllHolders(before) && listsAllHolders(after)} />
      </header>
      <Differences diff={diff} after={after} fileName={fileName} />
    </div>
  )
}

interface SnapshotSelectsProps {
  readonly stamps: readonly number[]
  readonly earlier: number
  readonly later: number
  readonly onChange: Props['onChange']
}

function SnapshotSelects({ stamps, earlier, later, onChange }: SnapshotSelectsProps) {
  const momentOf = distinctMoments(stamps)
  const options = stamps.toReversed().map((stamp) => [stamp, momentOf(stamp)] as const)
  return (
    <div className="row">
      <label>
        From <Select className={styles['select']} value={earlier} options={options} onChoose={(from) => onChange(from, later)} />
      </label>
      <IconButton size="small" icon="swap" label="Swap snapshots" onClick={() => onChange(later, earlier)} />
      <label>
        to <Select className={styles['select']} value={later} options={options} onChoose={(to) => onChange(earlier, to)} />
      </label>
    </div>
  )
}

/** @param isComplete whether both snapshots list every holder */
function Summary({ diff, isComplete }: { readonly diff: SnapshotDiff; readonly isComplete: boolean }) {
  const summary = diffSummary(diff)
  return (
    <p className="quiet" role="status">
      {summary === null
        ? 'No changes between these snapshots.'
        : `${summary}.${isComplete ? '' : ' Snapshots list only the largest holders, so a wallet marked in or out may have held before or after.'}`}
    </p>
  )
}

function Differences({ diff, after, fileName }: { readonly diff: SnapshotDiff; readonly after: SnapshotRecord; readonly fileName: string }) {
  const [tab, setTab] = useState<'wallets' | 'clusters' | 'links'>('wallets')
  return (
    <div className={styles['tables']}>
      <Tabs
        label="Changes"
        value={tab}
        onChange={setTab}
        items={[
          {
            id: 'wallets',
            label: <Tab label="Wallets" count={diff.wallets.length} />,
            content: <WalletDiffs rows={diff.wallets} symbol={after.token_metadata.symbol} fileName={fileName} />,
          },
          {
            id: 'clusters',
            label: <Tab label="Clusters" count={diff.clusters.length} />,
            content: <ClusterDiffs rows={diff.clusters} fileName={fileName} />,
          },
          {
            id: 'links',
            label: <Tab label="Links" count={diff.links.length} />,
            content: <LinkDiffs rows={diff.links} snapshot={after} fileName={fileName} />,
          },
        ]}
      />
    </div>
  )
}

function Tab({ label, count }: { readonly label: string; readonly count: number }) {
  return (
    <>
      {label} <span className="tab-count num">{count}</span>
    </>
  )
}
