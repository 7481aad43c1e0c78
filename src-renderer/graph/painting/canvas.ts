/**
 * The pen of a canvas that the processor paints, not the graphics card: our layers are painted seldom and moved often, and a
 * card, above all one in software, takes seconds for a path of thousands of lines.
 */
export function penOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser gives no 2D canvas.')
  return context
}
