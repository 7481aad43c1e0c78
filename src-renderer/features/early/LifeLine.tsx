import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LifeEvent } from '../../../src-shared/contract/records/evidence.ts'
import { useClient } from '../../api/service.tsx'
import { lifeLinesQuery, type TokenRef } from '../../api/token-queries.ts'
import { countOf } from '../../format/number.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { placeOf, shapeOf, ticksOf, type LifeAxis, type Line } from './life-line-shape.ts'
import styles from './LifeLine.module.css'

const HEIGHT = 30
/** Room for half a mark at the ends: percent of the width, pixels of the height. */
const SIDE = 2
const INSET = 5
/** Percent of the width. */
const x = (at: number): number => SIDE + at * (100 - 2 * SIDE)
const y = (at: number): number => HEIGHT - INSET - at * (HEIGHT - 2 * INSET)

/** The line of one wallet, asked for together with its neighbours in the list. */
export function LifeLineCell({ token, group, address, axis }: { token: TokenRef; group: readonly string[]; address: string; axis: LifeAxis }) {
  const query = useQuery(lifeLinesQuery(useClient(), token, group))
  const line = query.data?.value.lines.find((each) => each.address === address)
  if (line !== undefined && line.events.length > 0) return <LifeLine line={line} axis={axis} />
  if (query.isError) return <span className="quiet">failed to load</span>
  return query.data === undefined ? <Skeleton height={16} /> : <span className="quiet">no stored activity</span>
}

function LifeLine({ line, axis }: { line: Line; axis: LifeAxis }) {
  const { steps, marks } = useMemo(() => shapeOf(line, axis), [line, axis])
  return (
    <svg className={styles.line} role="img" aria-label={wordsOf(line)}>
      {/* The lines stretch with the cell; the marks keep their shape. */}
      <svg width="100%" height={HEIGHT} viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none">
        {ticksOf(axis).map((tick) => (
          <line key={tick.word} className={styles.tick} x1={x(tick.x)} x2={x(tick.x)} y1="0" y2={HEIGHT} />
        ))}
        {steps === null ? null : (
          <>
            <polygon className={styles.area} points={`${x(0)},${y(0)} ${pointsOf(steps)} ${x(1)},${y(0)}`} />
            <polyline className={styles.balance} points={pointsOf(steps)} />
          </>
        )}
        {axis.moment === null ? null : (
          <line className={styles.moment} x1={x(placeOf(axis, axis.moment))} x2={x(placeOf(axis, axis.moment))} y1="0" y2={HEIGHT} />
        )}
      </svg>
      {marks.map((mark, index) => (
        <svg key={index} x={`${x(mark.x)}%`} y={y(mark.y)} overflow="visible">
          <path className={styles.mark} data-kind={mark.kind} d={MARKS[mark.kind]} />
        </svg>
      ))}
    </svg>
  )
}

/** The axis over the lines: how long after the launch, up to the last thing that was read. */
export function LifeAxisMarks({ axis }: { axis: LifeAxis }) {
  return (
    <span className={styles.axis} aria-hidden="true">
      <span style={{ left: `${x(0)}%` }}>launch</span>
      {ticksOf(axis).map((tick) => (
        <span key={tick.word} style={{ left: `${x(tick.x)}%` }}>
          {tick.word}
        </span>
      ))}
      <span className={styles.axisEnd}>now</span>
    </span>
  )
}

const KINDS: readonly { readonly kind: LifeEvent; readonly word: string }[] = [
  { kind: 'buy', word: 'buy' },
  { kind: 'sell', word: 'sell' },
  { kind: 'in', word: 'received' },
  { kind: 'out', word: 'sent' },
]

/** What the marks mean. */
export function LifeLegend({ axis }: { axis: LifeAxis }) {
  return (
    <span className={styles.legend}>
      {KINDS.map(({ kind, word }) => (
        <span key={kind} className={styles.legendItem}>
          <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
            <path className={styles.mark} data-kind={kind} d={MARKS[kind]} />
          </svg>
          {word}
        </span>
      ))}
      <span className={styles.legendItem}>
        <i className={styles.areaKey} /> balance, relative to its peak
      </span>
      {axis.moment === null ? null : (
        <span className={styles.legendItem}>
          <i className={styles.momentKey} /> snapshot
        </span>
      )}
    </span>
  )
}

const pointsOf = (corners: readonly (readonly [number, number])[]): string => corners.map(([at, up]) => `${x(at)},${y(up)}`).join(' ')

const UP = 'M0 -4 4 3 -4 3Z'
const DOWN = 'M0 4 4 -3 -4 -3Z'
const MOVED = 'M0 -3.5 3.5 0 0 3.5 -3.5 0Z'

/** Bought and minted point up, sold and burned down, moved is a diamond: shape tells, not colour alone. */
const MARKS: Readonly<Record<LifeEvent, string>> = { buy: UP, mint: UP, sell: DOWN, burn: DOWN, in: MOVED, out: MOVED }

function wordsOf({ events, truncated }: Line): string {
  const count = (kinds: readonly LifeEvent[]): number => events.filter(({ kind }) => kinds.includes(kind)).length
  const moves = count(['in', 'out', 'mint', 'burn'])
  return `${countOf(count(['buy']), 'buy')}, ${countOf(count(['sell']), 'sell')}, ${countOf(moves, 'transfer')}${truncated ? ', older ones omitted' : ''}`
}
