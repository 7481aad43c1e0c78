import type { GroundAnswer, GroundOrder } from '../painting/background-painter.ts'
import type { ShapeMark } from '../painting/marks/mark.ts'
import { makeReady, paintReady } from '../painting/marks/paint.ts'

/** Paints the ground of large pictures away from the page. In: marks, and where to look from. Out: a bitmap of the panel. */

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<GroundOrder>) => void) | null
  postMessage: (answer: GroundAnswer, move: Transferable[]) => void
}

const canvas = new OffscreenCanvas(1, 1)
/**
 * Links and shapes stay while only the camera moves, and while the slider may come back to them. As marks, of which paths are
 * made for each picture: Chromium smooths the edges of a path a little otherwise from the second time on, and a picture painted
 * ahead shall not depend on how often its paths were used before.
 */
const bodies = new Map<number, readonly ShapeMark[]>()

scope.onmessage = ({ data: { width, height, view, hulls, body, marks, forget } }) => {
  for (const gone of forget) bodies.delete(gone)
  if (marks !== null) bodies.set(body, marks)
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height]
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser gives no 2D canvas to a worker.')
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, width, height)
  context.setTransform(...view)
  paintReady(context, makeReady(hulls))
  paintReady(context, makeReady(bodies.get(body) ?? []))
  const bitmap = canvas.transferToImageBitmap()
  scope.postMessage({ bitmap }, [bitmap])
}
