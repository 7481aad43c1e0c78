import type { LifeEvent, LifeLines } from '../../../src-shared/contract/records/evidence.ts'

export type Line = LifeLines['lines'][number]

/** A logarithmic axis of the time since launch: seconds matter at first, days later. */
export interface LifeAxis {
  /** Unix seconds of the launch. */
  readonly from: number
  readonly to: number
  /** Unix seconds of the selected snapshot; null for the latest state. */
  readonly snapshot: number | null
}

export interface LifeMark {
  readonly x: number
  readonly y: number
  readonly kind: LifeEvent
}

export interface LifeShape {
  /** Balance as step corners, 0 to 1 on both axes, y upwards; null if balances are unknown. */
  readonly steps: readonly (readonly [number, number])[] | null
  readonly marks: readonly LifeMark[]
}

/** Position of a time on the axis, 0 to 1. Times before the launch clamp to 0. */
export function axisPosition(axis: LifeAxis, time: number): number {
  const whole = Math.log1p(Math.max(1, axis.to - axis.from))
  return Math.min(1, Math.log1p(Math.max(0, time - axis.from)) / whole)
}

const TICKS = [
  { after: 60, label: '1 min' },
  { after: 3_600, label: '1 h' },
  { after: 86_400, label: '1 d' },
  { after: 30 * 86_400, label: '1 mo' },
  { after: 365 * 86_400, label: '1 y' },
] as const

/** Labels beyond this position would overlap the end label. */
const MAX_TICK = 0.87

/** Ticks that fit on the axis. */
export function axisTicks(axis: LifeAxis): { readonly x: number; readonly label: string }[] {
  return TICKS.map(({ after, label }) => ({ x: axisPosition(axis, axis.from + after), label })).filter(({ x }) => x < MAX_TICK)
}

/** Balance relative to its peak, and a mark per event. Events without a time appear only in the table. */
export function lifeShape(line: Line, axis: LifeAxis): LifeShape {
  const timed = line.events
    .flatMap(({ time, kind, balance_after }) => (time === null ? [] : [{ x: axisPosition(axis, time), kind, balance: balance_after }]))
    .sort((a, b) => a.x - b.x)
  const most = timed.reduce((max, { balance }) => Math.max(max, balance ?? 0), 0)
  const height = (balance: number | null): number => (balance === null || most === 0 ? 0.5 : balance / most)
  return {
    marks: timed.map(({ x, kind, balance }) => ({ x, y: height(balance), kind })),
    steps: timed.some(({ balance }) => balance === null) || timed.length === 0 ? null : toSteps(timed.map(({ x, balance }) => [x, height(balance)])),
  }
}

function toSteps(points: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const corners: (readonly [number, number])[] = []
  let before = 0
  for (const [x, y] of points) {
    corners.push([x, before], [x, y])
    before = y
  }
  corners.push([1, before])
  return corners
}
