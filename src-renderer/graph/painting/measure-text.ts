import type { Measure } from './marks/labels.ts'

const widths = new Map<string, number>()
const MOST_KEPT = 20_000
let pen: CanvasRenderingContext2D | null = null

let last: { readonly font: string; readonly measure: Measure } | null = null

/** Measures text on a canvas of its own; every text is measured once. The same function until another font is asked for or the fonts have arrived. */
export function measureWith(font: string): Measure {
  if (last?.font !== font) last = { font, measure: measureOf(font) }
  return last.measure
}

function measureOf(font: string): Measure {
  return (text, size, weight) => {
    const key = `${weight} ${size}px ${font}|${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    pen ??= document.createElement('canvas').getContext('2d')
    if (pen === null) throw new Error('This browser gives no 2D canvas.')
    pen.font = `${weight} ${size}px ${font}`
    const { width } = pen.measureText(text)
    if (widths.size >= MOST_KEPT) widths.clear()
    widths.set(key, width)
    return width
  }
}

/** The fonts have arrived: what was measured with their stand-ins is wrong. */
export function forgetWidths(): void {
  last = null
  widths.clear()
}
