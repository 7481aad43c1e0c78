import type { Mark } from './mark.ts'

const HALO_WIDTH = 3

/** Paints marks onto a canvas, in their order, in the canvas' present units. */
export function paint(context: CanvasRenderingContext2D, marks: Iterable<Mark>, font: string): void {
  context.lineJoin = 'round'
  for (const mark of marks) {
    if (mark.kind === 'path') {
      context.globalAlpha = mark.opacity
      const shape = new Path2D(mark.d)
      if (mark.fill !== null) {
        context.fillStyle = mark.fill
        context.fill(shape)
      }
      if (mark.stroke !== null && mark.width > 0) {
        context.strokeStyle = mark.stroke
        context.lineWidth = mark.width
        context.setLineDash(mark.dash === null ? [] : [...mark.dash])
        context.stroke(shape)
      }
      continue
    }
    context.globalAlpha = 1
    context.setLineDash([])
    context.font = `${mark.weight} ${mark.size}px ${font}`
    context.textAlign = mark.anchor === 'middle' ? 'center' : mark.anchor
    context.textBaseline = 'middle'
    if (mark.halo !== null) {
      context.strokeStyle = mark.halo
      context.lineWidth = HALO_WIDTH
      context.strokeText(mark.text, mark.x, mark.y)
    }
    context.fillStyle = mark.color
    context.fillText(mark.text, mark.x, mark.y)
  }
  context.globalAlpha = 1
  context.setLineDash([])
}

/** Marks made ready to be painted many times: their paths are parsed once. */
export interface Ready {
  readonly shape: Path2D
  readonly stroke: string
  readonly width: number
  readonly opacity: number
}

/** Stroked paths only. */
export function makeReady(marks: readonly Mark[]): Ready[] {
  return marks.flatMap((mark) =>
    mark.kind === 'path' && mark.stroke !== null
      ? [{ shape: new Path2D(mark.d), stroke: mark.stroke, width: mark.width, opacity: mark.opacity }]
      : [],
  )
}

export function strokeReady(context: CanvasRenderingContext2D, ready: readonly Ready[]): void {
  for (const { shape, stroke, width, opacity } of ready) {
    context.globalAlpha = opacity
    context.strokeStyle = stroke
    context.lineWidth = width
    context.stroke(shape)
  }
  context.globalAlpha = 1
}
