import type { Box } from '../../geometry/box.ts'
import type { Mark, ShapeMark, TextMark } from './mark.ts'

const HALO_WIDTH = 3

/** The context of a canvas on the page or in a worker. */
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Paints marks in order, with the current transform of the context. */
export function paint(context: Context, marks: Iterable<Mark>, font: string): void {
  context.lineJoin = 'round'
  for (const mark of marks) {
    if (mark.kind === 'text') paintText(context, mark, font)
    else paintShape(context, mark, shapeOf(mark))
  }
  restore(context)
}

/** A mark with its path, prepared for repeated painting. */
export interface PreparedMark {
  readonly mark: ShapeMark
  readonly shape: Path2D
}

/** Leaves out texts. From marks of thousands of lines or circles, leaves out those outside `window`, which would take as long as the others. */
export function prepareMarks(marks: readonly (Mark | ShapeMark)[], window = EVERYWHERE): PreparedMark[] {
  return marks.flatMap((mark) => (mark.kind === 'text' ? [] : [{ mark, shape: shapeOf(mark, window) }]))
}

const EVERYWHERE: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }

export function paintPrepared(context: Context, ready: readonly PreparedMark[]): void {
  context.lineJoin = 'round'
  for (const { mark, shape } of ready) paintShape(context, mark, shape)
  restore(context)
}

function shapeOf(mark: ShapeMark, window = EVERYWHERE): Path2D {
  if (mark.kind === 'path') return new Path2D(mark.d)
  const shape = new Path2D()
  if (mark.kind === 'dot') {
    shape.arc(mark.x, mark.y, mark.r, 0, 2 * Math.PI)
    return shape
  }
  if (mark.kind === 'dots') {
    const { circles } = mark
    for (let i = 0; i < circles.length; i += 3) {
      const [x, y, r] = [circles[i] ?? 0, circles[i + 1] ?? 0, circles[i + 2] ?? 0]
      if (isOutside(window, x, y, x, y, r + mark.width)) continue
      shape.moveTo(x + r, y)
      shape.arc(x, y, r, 0, 2 * Math.PI)
    }
    return shape
  }
  const { ends } = mark
  for (let i = 0; i < ends.length; i += 4) {
    const [x1, y1, x2, y2] = [ends[i] ?? 0, ends[i + 1] ?? 0, ends[i + 2] ?? 0, ends[i + 3] ?? 0]
    if (isOutside(window, x1, y1, x2, y2, mark.width)) continue
    shape.moveTo(x1, y1)
    shape.lineTo(x2, y2)
  }
  return shape
}

/** Whether a line stays farther than `reach` from the box: it is beside the box, or all corners of the box are on one side of it. */
function isOutside({ left, top, right, bottom }: Box, x1: number, y1: number, x2: number, y2: number, reach: number): boolean {
  if (Math.max(x1, x2) + reach < left || Math.min(x1, x2) - reach > right) return true
  if (Math.max(y1, y2) + reach < top || Math.min(y1, y2) - reach > bottom) return true
  const [dx, dy] = [x2 - x1, y2 - y1]
  const fromMiddle = Math.abs(dx * ((top + bottom) / 2 - y1) - dy * ((left + right) / 2 - x1))
  return fromMiddle > (Math.abs(dx) * (bottom - top) + Math.abs(dy) * (right - left)) / 2 + reach * Math.hypot(dx, dy)
}

function paintShape(context: Context, mark: ShapeMark, shape: Path2D): void {
  context.globalAlpha = mark.opacity
  if (mark.fill !== null) {
    context.fillStyle = mark.fill
    context.fill(shape)
  }
  if (mark.stroke === null || mark.width <= 0) return
  context.strokeStyle = mark.stroke
  context.lineWidth = mark.width
  context.setLineDash([...(mark.dash ?? [])])
  context.stroke(shape)
}

function paintText(context: Context, mark: TextMark, font: string): void {
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

function restore(context: Context): void {
  context.globalAlpha = 1
  context.setLineDash([])
}
