import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CallAnswer } from '../../../src-client/api.ts'
import { useClient } from '../../api/service.tsx'
import { requestsQuery } from '../../api/service-queries.ts'
import { countOf } from '../../format/number.ts'
import { QueryFailure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useTableQuery } from '../../ui/table/use-table-query.ts'
import { TableTools } from '../../ui/TableTools.tsx'

type LogRow = CallAnswer<'requests'>['requests'][number]

const tone = (status: number): string => (status >= 500 ? 'critical' : status >= 400 ? 'warning' : 'ok')

const COLUMNS: readonly Column<LogRow>[] = [
  {
    id: 'at',
    header: 'Time (UTC)',
    width: 108,
    cell: (row) => (
      <span className="num" title={row.at}>
        {row.at.slice(11, 23)}
      </span>
    ),
    sortBy: (row) => row.at,
    firstDirection: 'desc',
  },
  {
    id: 'status',
    header: 'Status',
    width: 64,
    cell: (row) => (
      <span className="num status" data-tone={tone(row.status)}>
        {row.status}
      </span>
    ),
    sortBy: (row) => row.status,
  },
  { id: 'method', header: 'Method', width: 72, cell: (row) => row.method, sortBy: (row) => row.method },
  {
    id: 'path',
    header: 'Path',
    width: 260,
    grow: 4,
    cell: (row) => (
      <code className="truncate" title={row.path}>
        {row.path}
      </code>
    ),
    sortBy: (row) => row.path,
  },
  {
    id: 'ms',
    header: 'Duration',
    width: 84,
    align: 'end',
    cell: (row) => <span className="num">{row.ms < 10 ? row.ms.toFixed(1) : Math.round(row.ms)} ms</span>,
    sortBy: (row) => row.ms,
    firstDirection: 'desc',
  },
  {
    id: 'key',
    header: 'Key',
    width: 120,
    grow: 1,
    cell: (row) => <span className="truncate">{row.key ?? <span className="quiet">none</span>}</span>,
    sortBy: (row) => row.key,
  },
]

const rowId = (row: LogRow): string => row.id

/** Recent requests, polled every few seconds. */
export function RequestLog() {
  const log = useQuery(requestsQuery(useClient()))
  const [{ filter = '' }, change] = useTableQuery('requests')
  const setFilter = (text: string): void => change({ filter: text })
  const rows = useMemo(() => {
    const wanted = filter.trim().toLowerCase()
    const all = log.data?.value.requests ?? []
    return wanted === ''
      ? all
      : all.filter((row) => `${row.method} ${row.path} ${row.status} ${row.key ?? ''} ${row.id}`.toLowerCase().includes(wanted))
  }, [log.data, filter])
  if (log.isPending) return <SkeletonRows rows={8} what="the request log" />
  if (log.data === undefined) return <QueryFailure title="Could not load the request log" query={log} />
  return (
    <div className="column log-panel">
      <TableTools filter={filter} onFilter={setFilter} placeholder="Filter by path, status or key" count={countOf(rows.length, 'request')} />
      <DataTable
        table="requests"
        label="Requests"
        rows={rows}
        columns={COLUMNS}
        rowId={rowId}
        initialSort={{ id: 'at', desc: true }}
        empty="No matching requests."
      />
    </div>
  )
}
