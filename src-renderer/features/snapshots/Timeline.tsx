import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { useClient } from '../../api/service.tsx'
import { snapshotQuery, type TokenRef } from '../../api/token-queries.ts'
import { elementsOf, setNeighbours } from '../../graph/elements/elements-cache.ts'
import { afterPaint } from '../../graph/first-paint.ts'
import { formatMoment } from '../../format/time.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { whenIdle } from '../../ui/when-idle.ts'
import styles from './Snapshots.module.css'
import { useMoments } from './use-moments.ts'

/** Leaves time to see what moved before the next step. */
const STEP_MS = 1_200

interface Props {
  readonly token: TokenRef
  /** Unix seconds of the open snapshot; null for the latest. */
  readonly open: number | null
  readonly onOpen: (timestamp: number | null) => void
  /** Short summary of changes since the previous snapshot. */
  readonly changes: ReactNode
  /** null if the comparison is already open. */
  readonly onCompare: (() => void) | null
}

/** The loaded records at the start of a path, up to the first missing one. */
function loadedPrefix(way: readonly number[], known: ReadonlyMap<number, SnapshotRecord>): SnapshotRecord[] {
  const missing = way.findIndex((index) => !known.has(index))
  return (missing < 0 ? way : way.slice(0, missing)).flatMap((index) => known.get(index) ?? [])
}

/** Slider over the snapshots, which the whole workspace follows. Hidden for fewer than two. */
export function Timeline({ token, open, onOpen, changes, onCompare }: Props) {
  const client = useClient()
  const queries = useQueryClient()
  const { moments: stamps, stored } = useMoments(token)
  const newest = stamps.length - 1
  const at = open === null ? newest : stamps.indexOf(open)
  const [playing, setPlaying] = useState(false)
  const isPlaying = playing && at < newest

  const go = (index: number): void => {
    const stamp = stamps[index]
    if (stamp !== undefined && index !== at) onOpen(index === newest ? null : stamp)
  }
  const before = useRef(at)
  const prefetching = useRef(new Set<number>())
  const step = useEffectEvent(() => go(at + 1))
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setTimeout(step, STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, at])
  useEffect(() => {
    // Prefetches the next snapshots in both directions once the page is idle.
    const calledOff = new AbortController()
    const known = new Map<number, SnapshotRecord>()
    const backwards = at < before.current
    before.current = at
    const ways = [1, -1].map((way) => [1, 2].map((steps) => at + way * steps))
    if (backwards) ways.reverse()
    const queryOf = (stamp: number) => snapshotQuery(client, token, stamp === stamps.at(-1) ? null : stamp)
    const wanted = new Set([at, ...ways.flat()].map((index) => stamps[index]))
    for (const stamp of prefetching.current) {
      // An inactive query is shown nowhere.
      if (!wanted.has(stamp)) void queries.cancelQueries({ queryKey: queryOf(stamp).queryKey, exact: true, type: 'inactive' })
    }
    const ahead = async (index: number): Promise<void> => {
      const stamp = stamps[index]
      if (stamp === undefined) return
      const query = queryOf(stamp)
      prefetching.current.add(stamp)
      await queries.prefetchQuery(query)
      prefetching.current.delete(stamp)
      const record = queries.getQueryData(query.queryKey)?.value
      if (record === undefined || calledOff.signal.aborted) return
      const stop = whenIdle(() => {
        elementsOf(record, null)
        known.set(index, record)
        setNeighbours(ways.map((way) => loadedPrefix(way, known)))
      })
      calledOff.signal.addEventListener('abort', stop)
    }
    const prefetch = (): void => {
      for (const step of [0, 1]) for (const way of ways) void ahead(way[step] ?? -1)
    }
    const stop = whenIdle(() => calledOff.signal.addEventListener('abort', afterPaint(prefetch, 0)))
    return () => {
      stop()
      calledOff.abort()
    }
  }, [at, stamps, queries, client, token])
  useEffect(() => () => setNeighbours([]), [])

  // The latest state alone shows no bar: nothing may jump when the first trade arrives.
  if (stored.length < 2 && open === null) return null
  const shown = open ?? stamps[newest]
  return (
    <div className={styles['bar']} data-past={open !== null} role="group" aria-label="Time">
      <IconButton
        size="small"
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? 'Pause' : at >= newest ? 'Play from the first snapshot' : 'Play snapshots'}
        onClick={() => {
          if (!isPlaying && at >= newest) go(0)
          setPlaying(!isPlaying)
        }}
      />
      <span className={styles['rail']}>
        <input
          type="range"
          className={styles['slider']}
          aria-label="Snapshot"
          aria-valuetext={shown === undefined ? '' : formatMoment(shown)}
          min={0}
          max={Math.max(1, newest)}
          step={1}
          value={Math.max(0, at)}
          onChange={(event) => {
            setPlaying(false)
            go(Number(event.target.value))
          }}
        />
      </span>
      <span className={styles['text']} role="status">
        {shown === undefined ? null : <strong>{formatMoment(shown)}</strong>}
        {at < 0 ? '' : at >= stored.length ? ', not saved' : `, ${at + 1} of ${stored.length}`}
        {changes === null ? null : <span title={typeof changes === 'string' ? changes : undefined}>: {changes}</span>}
      </span>
      <span className="row wrap">
        {onCompare === null ? null : <Button kind="quiet" text="Compare" onClick={onCompare} />}
        <Button kind="quiet" className={open === null ? styles['at-latest'] : undefined} text="Back to latest" onClick={() => onOpen(null)} />
      </span>
    </div>
  )
}
