/**
 * The context of a canvas that the CPU paints. These layers are painted rarely and moved often. A GPU, especially one emulated in software, takes
 * seconds for a path of thousands of lines.
 */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser has no 2D canvas.')
  return context
}
