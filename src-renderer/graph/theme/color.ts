/** Colour arithmetic on `#rrggbb`. */

type Triple = readonly [number, number, number]

function channels(hex: string): Triple {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** Linear-light RGB, 0..1 (IEC 61966-2-1). */
export function linearRgb(hex: string): Triple {
  const [r, g, b] = channels(hex)
  return [linear(r), linear(g), linear(b)]
}

function linear(channel: number): number {
  const c = channel / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}

/** Relative luminance, 0..1 (WCAG 2.2). */
export function luminance(hex: string): number {
  const [r, g, b] = linearRgb(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio, 1..21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** Black or white, whichever has the higher contrast on `background`. */
export function textColorOn(background: string): string {
  return contrast(background, '#ffffff') >= contrast(background, '#0e1013') ? '#ffffff' : '#0e1013'
}

/** Blends `share` of `over` onto `under`; both `#rrggbb`, share 0..1. */
export function mixColors(over: string, under: string, share: number): string {
  const [a, b] = [channels(over), channels(under)]
  const parts = a.map((value, i) => Math.round(value * share + (b[i] ?? 0) * (1 - share)))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** `rgb(1 2 3)`, `rgb(1, 2, 3)`, `#abc` or `#aabbcc` as `#rrggbb`; `fallback` for anything else. */
export function toHex(css: string, fallback: string): string {
  const text = css.trim()
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase()
  if (/^#[0-9a-f]{3}$/i.test(text)) return `#${[...text.slice(1)].map((digit) => digit + digit).join('')}`.toLowerCase()
  const match = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(text)
  if (match === null) return fallback
  return `#${match
    .slice(1, 4)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`
}
