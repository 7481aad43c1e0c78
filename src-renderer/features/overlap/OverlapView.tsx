import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { OverlapRecord, TokenSummary } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { mayHoldUnread } from '../../../src-shared/domain/partial-holders.ts'
import { atLeastText } from '../../../src-shared/domain/shown.ts'
import { isNamedUnknown, unknownBecause, type WalletList } from '../../../src-shared/domain/unknown-lists.ts'
import { overlapAt } from '../../api/snapshot-holdings.ts'
import { useClient } from '../../api/service.tsx'
import { earlyQuery, overlapQuery, overviewQuery, type TokenRef } from '../../api/token-queries.ts'
import { toCsv } from '../../../src-shared/domain/csv.ts'
import { countOf, formatCount, formatPercent } from '../../format/number.ts'
import { capitalize } from '../../format/capitalize.ts'
import { formatMoment } from '../../format/time.ts'
import { selectWallets, useSelection } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryFailure } from '../../ui/Failure.tsx'
import { saveText } from '../../ui/save-file.ts'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState, Notice } from '../../ui/States.tsx'
import { cx } from '../../ui/cx.ts'
import { Percent } from '../../ui/Value.tsx'
import { hasCreator, groupText, readShare, SETS, setTotals, unknownText, unknownReason } from './overlap-rows.ts'
import { PercentCell } from '../../ui/PlainTable.tsx'
import styles from './OverlapView.module.css'

interface Props {
  token: TokenRef
  summary: TokenSummary
  /** The selected snapshot, from which shares and clusters are taken. Null for the latest state. */
  moment: SnapshotRecord | null
  fileName: string
}

/** Wallets by the exact set of lists they are on, so no share is counted twice. */
export function OverlapView(props: Props) {
  const { token, summary, moment } = props
  const client = useClient()
  const now = useQuery({ ...overlapQuery(client, token), enabled: moment === null })
  const early = useQuery({ ...earlyQuery(client, token), enabled: moment !== null })
  const query = moment === null ? now : early
  const open = useQuery(overviewQuery(client, token)).data?.unknown ?? []
  const record = useMemo(() => {
    if (moment === null) return now.data === undefined ? null : { ...now.data.value, unlisted: 0 }
    return early.data === undefined ? null : overlapAt(early.data.value, moment)
  }, [moment, now.data, early.data])
  if (record === null) {
    if (!query.isError) return <SkeletonRows what="the overlap" />
    return <QueryFailure title="Could not compute the overlap" query={query} />
  }
  if (record.groups.length === 0) {
    return (
      <EmptyState icon="overlap" title="No wallets on any list">
        <p>{emptyText(summary, moment === null ? 'stored holders' : 'holders of the snapshot', open)}</p>
      </EmptyState>
    )
  }
  return <Overlap {...props} record={record} open={open} />
}

/** Explains the lists when all of them are empty. */
function emptyText(summary: TokenSummary, among: string, open: readonly string[]): string {
  const empty = setTotals([])
  const unknown = unknownText(empty, summary, hasCreator([]), open)
  const clusters = unknownBecause('clusters', summary, false, open) === null ? `No clusters found among the ${among}.` : ''
  return [clusters, unknown === '' ? 'No early wallets were found either.' : unknown].filter((words) => words !== '').join(' ')
}

function Overlap({ record, summary, moment, fileName, open }: Props & { record: ReturnType<typeof overlapAt>; open: readonly string[] }) {
  const found = setTotals(record.groups)
  const creatorCounts = hasCreator(record.groups)
  const totals = new Map(found.filter((total) => unknownReason(total, summary, creatorCounts, open) === null).map((total) => [total.id, total]))
  const sets = SETS.filter(({ id }) => totals.has(id))
  const unknown = unknownText(found, summary, creatorCounts, open)
  const groups = record.groups.toSorted((a, b) => b.pct - a.pct)
  const most = groups[0]?.pct ?? 0
  const mayHold = moment === null && mayHoldUnread(summary)
  const sum = sets.reduce((all, { id }) => all + (totals.get(id)?.pct ?? 0), 0)
  const save = (): Promise<void> =>
    saveText(
      `${fileName}-overlap.csv`,
      toCsv(
        ['lists', 'wallets', 'percent', 'addresses'],
        groups.map((group) => [group.sets.join(' '), group.wallets, readShare(group, mayHold), group.addresses.join(' ')]),
      ),
      'text/csv',
    )
  return (
    <div className="view-scroll">
      {moment === null ? null : (
        <Notice>
          Shares and clusters are from the snapshot of {formatMoment(moment.timestamp)}. The other lists are based on all data stored now.
          {record.unlisted === 0
            ? ''
            : ` The snapshot does not list ${countOf(record.unlisted, 'wallet')} of them, so what they held is unknown and not included.`}
        </Notice>
      )}
      <header className="view-head">
        <p>
          <strong className="num">
            {record.unlisted === 0 && !SETS.some(({ id }) => isNamedUnknown(id, open))
              ? formatPercent(record.union_pct)
              : capitalize(atLeastText(record.union_pct))}
          </strong>{' '}
          of supply {moment === null ? 'is' : 'was'} held by wallets on at least one list.{' '}
          <span className="quiet">
            {unionText(groups, sum, record.union_pct)}
            {unknown === '' ? '' : ` ${unknown}`}
          </span>
        </p>
        <Link className={styles.others} to="/common" search={{ on: summary.network, tokens: summary.address }}>
          With other tokens
        </Link>
        <Button kind="quiet" icon="download" text="CSV" onClick={() => void save()} />
      </header>
      <div className={cx('plain-table-scroll', styles.scroll)}>
        <table className={`plain-table ${styles.upset}`} aria-label="List intersections, largest share first">
          <thead>
            <tr>
              <th scope="col">In exactly these lists</th>
              {sets.map(({ id, name: set, description }) => (
                <th key={id} scope="col" className={styles.set} title={description}>
                  {set}
                </th>
              ))}
              <th scope="col" className="end">
                Wallets
              </th>
              <th scope="col" className="end">
                Share
              </th>
              <th scope="col" className={styles.barCell}>
                <span className="visually-hidden">Share bar</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <GroupRow key={group.sets.join(' ')} group={group} share={readShare(group, mayHold)} sets={sets.map(({ id }) => id)} most={most} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Each list in total</th>
              {sets.map(({ id }) => (
                <td key={id} className={`${styles.set} num`}>
                  <Percent value={readShare(totals.get(id) ?? NONE, mayHold)} isLeast={isNamedUnknown(id, open)} />
                  <span className={`quiet ${styles.wallets}`}>{countOf((totals.get(id) ?? NONE).wallets, 'wallet')}</span>
                </td>
              ))}
              <td colSpan={3} />
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  )
}

const NONE = { wallets: 0, pct: 0 }

/** States the overlap. The sum is given only if it is displayed differently from the union. */
function unionText(groups: OverlapRecord['groups'], sum: number, union: number): string {
  if (groups.every(({ sets }) => sets.length === 1)) return 'No wallet is on more than one list.'
  const once = 'Wallets on several lists are counted once'
  return formatPercent(sum) === formatPercent(union) ? `${once}.` : `${once}; the individual lists add up to ${formatPercent(sum)}.`
}

interface GroupRowProps {
  group: OverlapRecord['groups'][number]
  share: number | null
  sets: readonly WalletList[]
  most: number
}

/** One intersection: linked dots for its lists and a bar for its share. */
function GroupRow({ group, share, sets, most }: GroupRowProps) {
  const chosen = useSelection((state) => state.wallets)
  const members = new Set(group.addresses)
  const on = chosen.length === members.size && chosen.every((wallet) => members.has(wallet))
  const places = sets.flatMap((id, at) => (group.sets.includes(id) ? [at] : []))
  const first = places[0] ?? 0
  const last = places.at(-1) ?? 0
  return (
    <tr data-on={on}>
      <th scope="row">
        <button type="button" className={styles.text} aria-pressed={on} onClick={() => selectWallets(group.addresses)}>
          {groupText(group)}
        </button>
      </th>
      {sets.map((id, at) => (
        <td key={id} className={styles.set}>
          <span className={styles.dot} data-in={group.sets.includes(id)} data-left={at > first && at <= last} data-right={at >= first && at < last} />
          <span className="visually-hidden">{group.sets.includes(id) ? 'yes' : 'no'}</span>
        </td>
      ))}
      <td className="end num">{formatCount(group.wallets)}</td>
      <PercentCell value={share} />
      <td className={styles.barCell}>
        <span className="bar-track" aria-hidden="true">
          <span style={{ width: `${most === 0 ? 0 : (group.pct / most) * 100}%` }} />
        </span>
      </td>
    </tr>
  )
}
