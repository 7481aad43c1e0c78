/**
 * The context of a canvas that the CPU paints. Our layers are painted seldom and moved often, and a GPU, above all one emulated in
 * software, takes seconds for a path of thousands of lines.
 */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser has no 2D canvas.')
  return context
}
