import { xmlText } from '../../../src-shared/graph-files/xml-text.ts'
import { linesPath, num, type Mark, type ShapePaint } from '../painting/marks/mark.ts'
import type { Sheet } from './sheet.ts'

/** Converts a sheet to an SVG file without external resources. Text stays text. Pure. */
export function toSvg(sheet: Sheet, title: string): string {
  const { width, height, font } = sheet
  const layers = sheet.layers.map(({ scale, dx, dy, marks }) => {
    const transform = scale === 1 && dx === 0 && dy === 0 ? '' : ` transform="translate(${num(dx)} ${num(dy)}) scale(${scale})"`
    return `<g${transform}>${marks.map(element).join('')}</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${xmlText(font)}">`,
    `<title>${xmlText(title)}</title>`,
    `<rect width="100%" height="100%" fill="${sheet.background}"/>`,
    ...layers,
    '</svg>\n',
  ].join('\n')
}

function element(mark: Mark): string {
  if (mark.kind === 'text') {
    const halo = mark.halo === null ? '' : ` stroke="${mark.halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`
    const anchor = mark.anchor === 'start' ? '' : ` text-anchor="${mark.anchor}"`
    const type = `font-size="${mark.size}" font-weight="${mark.weight}" fill="${mark.color}"`
    return `<text x="${num(mark.x)}" y="${num(mark.y)}" ${type}${halo}${anchor} dominant-baseline="central">${xmlText(mark.text)}</text>`
  }
  if (mark.kind === 'dot') return `<circle cx="${num(mark.x)}" cy="${num(mark.y)}" r="${num(mark.r)}"${paintOf(mark)}/>`
  return `<path d="${mark.kind === 'lines' ? linesPath(mark) : mark.d}"${paintOf(mark)}/>`
}

function paintOf({ fill, stroke, width, dash, opacity }: ShapePaint): string {
  const dashes = dash === null ? '' : ` stroke-dasharray="${dash.join(' ')}"`
  const outline = stroke === null || width <= 0 ? '' : ` stroke="${stroke}" stroke-width="${num(width)}"${dashes}`
  return ` fill="${fill ?? 'none'}"${outline}${opacity === 1 ? '' : ` opacity="${num(opacity)}"`}`
}
