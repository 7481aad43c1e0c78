import type { LifeEvent, LifeLines } from '../../../src-shared/contract/records/evidence.ts'

export type Line = LifeLines['lines'][number]

/** Time since the launch on a logarithmic axis: seconds matter first, days later. */
export interface LifeAxis {
  /** Unix seconds of the launch. */
  readonly from: number
  readonly to: number
  /** Unix seconds of the snapshot that is open; null for the present. */
  readonly moment: number | null
}

export interface LifeMark {
  readonly x: number
  readonly y: number
  readonly kind: LifeEvent
}

export interface LifeShape {
  /** Corners of the balance as steps, 0 to 1 both ways, y upwards; null where the balances are not known. */
  readonly steps: readonly (readonly [number, number])[] | null
  readonly marks: readonly LifeMark[]
}

/** Where a moment lies on the axis, 0 to 1. Moments before the launch stand at its start. */
export function placeOf(axis: LifeAxis, time: number): number {
  const whole = Math.log1p(Math.max(1, axis.to - axis.from))
  return Math.min(1, Math.log1p(Math.max(0, time - axis.from)) / whole)
}

const TICKS = [
  { after: 60, word: '1 min' },
  { after: 3_600, word: '1 h' },
  { after: 86_400, word: '1 d' },
  { after: 30 * 86_400, word: '1 mo' },
  { after: 365 * 86_400, word: '1 y' },
] as const

/** Past this place a word would run into the one at the end of the axis. */
const LAST_TICK = 0.87

/** Marks of the axis that lie on it, with room for their words. */
export function ticksOf(axis: LifeAxis): { readonly x: number; readonly word: string }[] {
  return TICKS.map(({ after, word }) => ({ x: placeOf(axis, axis.from + after), word })).filter(({ x }) => x < LAST_TICK)
}

/** A life as a picture: balance against its own largest, and a mark for each move. Events without a time are left to the table. */
export function shapeOf(line: Line, axis: LifeAxis): LifeShape {
  const timed = line.events
    .flatMap(({ time, kind, balance_after }) => (time === null ? [] : [{ x: placeOf(axis, time), kind, balance: balance_after }]))
    .sort((a, b) => a.x - b.x)
  const most = timed.reduce((max, { balance }) => Math.max(max, balance ?? 0), 0)
  const height = (balance: number | null): number => (balance === null || most === 0 ? 0.5 : balance / most)
  return {
    marks: timed.map(({ x, kind, balance }) => ({ x, y: height(balance), kind })),
    steps: timed.some(({ balance }) => balance === null) || timed.length === 0 ? null : stepsOf(timed.map(({ x, balance }) => [x, height(balance)])),
  }
}

function stepsOf(points: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const corners: (readonly [number, number])[] = []
  let before = 0
  for (const [x, y] of points) {
    corners.push([x, before], [x, y])
    before = y
  }
  corners.push([1, before])
  return corners
}
