import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LifeEvent } from '../../../src-shared/contract/records/evidence.ts'
import { useClient } from '../../api/service.tsx'
import { lifeLinesQuery, type TokenRef } from '../../api/token-queries.ts'
import { countOf } from '../../format/number.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Tone } from '../../ui/Tag.tsx'
import { axisPosition, lifeShape, axisTicks, type LifeAxis, type Line } from './life-line-shape.ts'
import styles from './LifeLine.module.css'

const HEIGHT = 30
/** Padding for half a mark: percent of the width, pixels of the height. */
const PADDING_X = 2
const PADDING_Y = 5
const toX = (at: number): number => PADDING_X + at * (100 - 2 * PADDING_X)
const toY = (at: number): number => HEIGHT - PADDING_Y - at * (HEIGHT - 2 * PADDING_Y)

/** The life line of one wallet, loaded together with the rows around it. */
export function LifeLineCell({ token, group, address, axis }: { token: TokenRef; group: readonly string[]; address: string; axis: LifeAxis }) {
  const query = useQuery(lifeLinesQuery(useClient(), token, group))
  const line = query.data?.value.lines.find((each) => each.address === address)
  if (line !== undefined && line.events.length > 0) return <LifeLine line={line} axis={axis} />
  if (query.isError) return <span className="quiet">failed to load</span>
  return query.data === undefined ? <Skeleton height={16} /> : <span className="quiet">no stored activity</span>
}

function LifeLine({ line, axis }: { line: Line; axis: LifeAxis }) {
  const { steps, marks } = useMemo(() => lifeShape(line, axis), [line, axis])
  return (
    <svg className={styles.line} role="img" aria-label={lineLabel(line)}>
      {/** The lines stretch with the cell; the marks keep their aspect ratio. */}
      <svg width="100%" height={HEIGHT} viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none">
        {axisTicks(axis).map((tick) => (
          <line key={tick.label} className={styles.tick} x1={toX(tick.x)} x2={toX(tick.x)} y1="0" y2={HEIGHT} />
        ))}
        {steps === null ? null : (
          <>
            <polygon className={styles.area} points={`${toX(0)},${toY(0)} ${toPoints(steps)} ${toX(1)},${toY(0)}`} />
            <polyline className={styles.balance} points={toPoints(steps)} />
          </>
        )}
        {axis.snapshot === null ? null : (
          <line
            className={styles.moment}
            x1={toX(axisPosition(axis, axis.snapshot))}
            x2={toX(axisPosition(axis, axis.snapshot))}
            y1="0"
            y2={HEIGHT}
          />
        )}
      </svg>
      {marks.map((mark, index) => (
        <svg key={index} x={`${toX(mark.x)}%`} y={toY(mark.y)} overflow="visible">
          <path className={styles.mark} data-kind={mark.kind} data-tone={TONES[mark.kind]} d={MARKS[mark.kind]} />
        </svg>
      ))}
    </svg>
  )
}

/** Axis above the lines: time since launch. */
export function LifeAxisMarks({ axis }: { axis: LifeAxis }) {
  return (
    <span className={styles.axis} aria-hidden="true">
      <span style={{ left: `${toX(0)}%` }}>launch</span>
      {axisTicks(axis).map((tick) => (
        <span key={tick.label} style={{ left: `${toX(tick.x)}%` }}>
          {tick.label}
        </span>
      ))}
      <span className={styles.axisEnd}>now</span>
    </span>
  )
}

const KINDS: readonly { readonly kind: LifeEvent; readonly label: string }[] = [
  { kind: 'buy', label: 'buy' },
  { kind: 'sell', label: 'sell' },
  { kind: 'in', label: 'received' },
  { kind: 'out', label: 'sent' },
]

export function LifeLegend({ axis }: { axis: LifeAxis }) {
  return (
    <span className={styles.legend}>
      {KINDS.map(({ kind, label }) => (
        <span key={kind} className={styles.legendItem}>
          <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
            <path className={styles.mark} data-kind={kind} data-tone={TONES[kind]} d={MARKS[kind]} />
          </svg>
          {label}
        </span>
      ))}
      <span className={styles.legendItem}>
        <i className={styles.areaKey} /> balance, relative to its peak
      </span>
      {axis.snapshot === null ? null : (
        <span className={styles.legendItem}>
          <i className={styles.momentKey} /> snapshot
        </span>
      )}
    </span>
  )
}

const toPoints = (corners: readonly (readonly [number, number])[]): string => corners.map(([at, up]) => `${toX(at)},${toY(up)}`).join(' ')

const UP = 'M0 -4 4 3 -4 3Z'
const DOWN = 'M0 4 4 -3 -4 -3Z'
const MOVED = 'M0 -3.5 3.5 0 0 3.5 -3.5 0Z'

/** Buy and mint point up, sell and burn point down, transfers are diamonds, so the shape alone is enough without colour. */
const TONES: Readonly<Record<LifeEvent, Tone>> = { buy: 'ok', mint: 'ok', sell: 'critical', burn: 'critical', in: 'notice', out: 'notice' }
const MARKS: Readonly<Record<LifeEvent, string>> = { buy: UP, mint: UP, sell: DOWN, burn: DOWN, in: MOVED, out: MOVED }

function lineLabel({ events, truncated }: Line): string {
  const count = (kinds: readonly LifeEvent[]): number => events.filter(({ kind }) => kinds.includes(kind)).length
  const moves = count(['in', 'out', 'mint', 'burn'])
  return `${countOf(count(['buy']), 'buy')}, ${countOf(count(['sell']), 'sell')}, ${countOf(moves, 'transfer')}${truncated ? ', older ones omitted' : ''}`
}
