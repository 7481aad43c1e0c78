import { LRUCache } from 'lru-cache'
import type { Measure } from './marks/labels.ts'

const widths = new LRUCache<string, number>({ max: 20_000 })
let context: CanvasRenderingContext2D | null = null
let last: { readonly font: string; readonly measure: Measure } | null = null

/** Measures text on a separate canvas. Returns the same function until another font is requested or the fonts have loaded. */
export function measureWith(font: string): Measure {
  if (last?.font !== font) last = { font, measure: (text, size, weight) => measure(text, `${weight} ${size}px ${font}`) }
  return last.measure
}

function measure(text: string, font: string): number {
  const key = `${font}|${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null) throw new Error('This browser has no 2D canvas.')
  context.font = font
  const { width } = context.measureText(text)
  widths.set(key, width)
  return width
}

/** Called when the fonts have loaded: widths measured with the fallback fonts are wrong. */
export function clearTextWidths(): void {
  last = null
  widths.clear()
}
