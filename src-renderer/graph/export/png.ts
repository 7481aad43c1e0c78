import { paint } from '../painting/marks/paint.ts'
import type { Sheet } from './sheet.ts'

/** Pixels per unit of the sheet, for high-density screens and print. */
const DENSITY = 2
/** Browsers reject larger canvases or leave them blank. */
const MAX_SIDE_PX = 16_000

/** Converts a sheet to a PNG file. */
export async function toPng(sheet: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const density = Math.min(DENSITY, MAX_SIDE_PX / Math.max(sheet.width, sheet.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(sheet.width * density)
  canvas.height = Math.round(sheet.height * density)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser has no 2D canvas.')
  context.fillStyle = sheet.background
  context.fillRect(0, 0, canvas.width, canvas.height)
  for (const { scale, dx, dy, marks } of sheet.layers) {
    context.setTransform(density * scale, 0, 0, density * scale, density * dx, density * dy)
    paint(context, marks, sheet.font)
  }
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (blob === null) throw new Error('The image is too large for a PNG file. Hide some wallets, or export SVG.')
  return new Uint8Array(await blob.arrayBuffer())
}
