/** A drawing as a list of marks: painted on a canvas, written as SVG, or counted in a test. Units are the caller's. */

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

export type Mark = PathMark | TextMark

const NO_PAINT = { fill: null, stroke: null, width: 0, dash: null, opacity: 1 } as const

export function path(d: string, paint: Partial<Omit<PathMark, 'kind' | 'd'>>): PathMark {
  return { kind: 'path', d, ...NO_PAINT, ...paint }
}

/** Two decimals are finer than any screen; more would only make files long. */
export function num(value: number): string {
  const rounded = Math.round(value * 100) / 100
  return String(Object.is(rounded, -0) ? 0 : rounded)
}
