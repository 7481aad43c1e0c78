/** Drawing primitives, painted on a canvas, written as SVG or counted in tests. Units are the caller's. */

/** How a shape is painted. A null colour fills or strokes nothing. */
export interface ShapePaint {
  readonly fill: string | null
  readonly stroke: string | null
  readonly width: number
  readonly dash: readonly number[] | null
  readonly opacity: number
}

export interface PathMark extends ShapePaint {
  readonly kind: 'path'
  /** SVG path data. */
  readonly d: string
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
  /** Drawn around the letters, so that they are legible over lines and shapes. */
  readonly halo: string | null
  readonly anchor: 'start' | 'middle' | 'end'
}

/** Many straight lines with the same look as one stroke, so that crossings are not darker. */
export interface LinesMark extends ShapePaint {
  readonly kind: 'lines'
  /** Four numbers per line: from x, y to x, y. */
  readonly ends: Float32Array<ArrayBuffer>
}

/** A circle, the shape of nearly every wallet. */
export interface DotMark extends ShapePaint {
  readonly kind: 'dot'
  readonly x: number
  readonly y: number
  readonly r: number
}

/** Thousands of circles with the same look, for canvases. */
export interface DotsMark extends ShapePaint {
  readonly kind: 'dots'
  /** Three numbers per circle: x, y and radius. */
  readonly circles: Float32Array<ArrayBuffer>
}

export type Mark = PathMark | LinesMark | DotMark | TextMark
export type ShapeMark = Exclude<Mark, TextMark> | DotsMark

export const NO_PAINT: ShapePaint = { fill: null, stroke: null, width: 0, dash: null, opacity: 1 }

export function path(d: string, paint: Partial<ShapePaint>): PathMark {
  return { kind: 'path', d, ...NO_PAINT, ...paint }
}

/** The lines as SVG path data. */
export function linesPath({ ends }: LinesMark): string {
  const parts: string[] = []
  for (let i = 0; i < ends.length; i += 4)
    parts.push(`M${num(ends[i] ?? 0)} ${num(ends[i + 1] ?? 0)}L${num(ends[i + 2] ?? 0)} ${num(ends[i + 3] ?? 0)}`)
  return parts.join('')
}

/** Two decimals are finer than any screen. More would only make files larger. */
export function num(value: number): string {
  const rounded = Math.round(value * 100) / 100
  return String(Object.is(rounded, -0) ? 0 : rounded)
}
