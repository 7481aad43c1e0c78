import type { Mark, ShapeMark, TextMark } from './mark.ts'

const HALO_WIDTH = 3

/** Of a canvas on the page or in a worker. */
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Paints marks in their order, with the current transform of the context. */
export function paint(context: Context, marks: Iterable<Mark>, font: string): void {
  context.lineJoin = 'round'
  for (const mark of marks) {
    if (mark.kind === 'text') paintText(context, mark, font)
    else paintShape(context, mark, shapeOf(mark))
  }
  restore(context)
}

/** A mark with its path, to be painted many times. */
export interface PreparedMark {
  readonly mark: ShapeMark
  readonly shape: Path2D
}

/** Texts are left out. */
export function prepareMarks(marks: readonly (Mark | ShapeMark)[]): PreparedMark[] {
  return marks.flatMap((mark) => (mark.kind === 'text' ? [] : [{ mark, shape: shapeOf(mark) }]))
}

export function paintPrepared(context: Context, ready: readonly PreparedMark[]): void {
  context.lineJoin = 'round'
  for (const { mark, shape } of ready) paintShape(context, mark, shape)
  restore(context)
}

function shapeOf(mark: ShapeMark): Path2D {
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
      shape.moveTo(x + r, y)
      shape.arc(x, y, r, 0, 2 * Math.PI)
    }
    return shape
  }
  const { ends } = mark
  for (let i = 0; i < ends.length; i += 4) {
    shape.moveTo(ends[i] ?? 0, ends[i + 1] ?? 0)
    shape.lineTo(ends[i + 2] ?? 0, ends[i + 3] ?? 0)
  }
  return shape
}

function paintShape(context: Context, mark: ShapeMark, shape: Path2D): void {
  const isDot = mark.kind === 'dot' || mark.kind === 'dots'
  context.globalAlpha = isDot ? 1 : mark.opacity
  if (mark.kind !== 'lines' && mark.fill !== null) {
    context.fillStyle = mark.fill
    context.fill(shape)
  }
  if (isDot || mark.stroke === null || mark.width <= 0) return
  context.strokeStyle = mark.stroke
  context.lineWidth = mark.width
  context.setLineDash(mark.kind === 'lines' || mark.dash === null ? [] : [...mark.dash])
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
