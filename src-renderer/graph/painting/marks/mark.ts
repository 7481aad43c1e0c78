/** Drawing primitives, painted on a canvas, written as SVG or counted in tests. Units are the caller's. */

export interface PathMark {
  readonly kind: 'path'
  /** SVG path data. */
  readonly d: string
  readonly fill: string | null
  readonly stroke: string | null
  readonly width: number
  readonly dash: readonly number[] | null
  readonly opacity: number
}

export interface TextMark {
  readonly kind: 'text'
  readonly x: number
  /** Middle of the line. */
  readonly y: number
  readonly text: string
  readonly size: number
  readonly weight: 400 | 500 | 600
  readonly color: string
  /** Drawn around the letters, so that they read on lines and shapes. */
  readonly halo: string | null
  readonly anchor: 'start' | 'middle' | 'end'
}

/** Many straight lines of one look as one stroke, so that crossings are not darker. */
export interface LinesMark {
  readonly kind: 'lines'
  /** Four numbers a line: from x, y to x, y. */
  readonly ends: Float32Array<ArrayBuffer>
  readonly stroke: string
  readonly width: number
  readonly opacity: number
}

/** A filled circle without an outline, as nearly every wallet is. */
export interface DotMark {
  readonly kind: 'dot'
  readonly x: number
  readonly y: number
  readonly r: number
  readonly fill: string
}

/** Thousands of dots of one colour, for canvases. */
export interface DotsMark {
  readonly kind: 'dots'
  /** Three numbers a dot: x, y and radius. */
  readonly circles: Float32Array<ArrayBuffer>
  readonly fill: string
}

export type Mark = PathMark | LinesMark | DotMark | TextMark
export type ShapeMark = Exclude<Mark, TextMark> | DotsMark

const NO_PAINT = { fill: null, stroke: null, width: 0, dash: null, opacity: 1 } as const

export function path(d: string, paint: Partial<Omit<PathMark, 'kind' | 'd'>>): PathMark {
  return { kind: 'path', d, ...NO_PAINT, ...paint }
}

/** The lines as SVG path data. */
export function linesPath({ ends }: LinesMark): string {
  const parts: string[] = []
  for (let i = 0; i < ends.length; i += 4)
    parts.push(`M${num(ends[i] ?? 0)} ${num(ends[i + 1] ?? 0)}L${num(ends[i + 2] ?? 0)} ${num(ends[i + 3] ?? 0)}`)
  return parts.join('')
}

/** Two decimals are finer than any screen, and more would only make files larger. */
export function num(value: number): string {
  const rounded = Math.round(value * 100) / 100
  return String(Object.is(rounded, -0) ? 0 : rounded)
}
