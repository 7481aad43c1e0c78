import type { ShapeMark } from './marks/mark.ts'
import { prepareMarks, paintPrepared } from './marks/paint.ts'

/** Paints the background of large graphs off the main thread. In: marks and the view. Out: a bitmap of the panel. */

export interface PaintRequest {
  /** Device pixels. */
  readonly width: number
  readonly height: number
  /** Transform from graph units to device pixels. */
  readonly view: readonly [number, number, number, number, number, number]
  readonly hulls: readonly ShapeMark[]
  /** Id of a scene's links and shapes, which the worker caches until `forget` lists them. */
  readonly body: number
  /** Null if the worker already has them. */
  readonly marks: readonly ShapeMark[] | null
  /** Ids of bodies that will not be requested again. */
  readonly forget: readonly number[]
}

export interface PaintResponse {
  readonly bitmap: ImageBitmap
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<PaintRequest>) => void) | null
  postMessage: (response: PaintResponse, transfer: Transferable[]) => void
}

const canvas = new OffscreenCanvas(1, 1)
/**
 * Kept as marks, from which each image makes new paths. From the second use of a path, Chromium smooths its edges slightly differently, and a
 * prerendered image must not depend on how often its paths were used.
 */
const bodies = new Map<number, readonly ShapeMark[]>()

scope.onmessage = ({ data: { width, height, view, hulls, body, marks, forget } }) => {
  for (const id of forget) bodies.delete(id)
  if (marks !== null) bodies.set(body, marks)
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height]
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser has no 2D canvas in workers.')
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, width, height)
  context.setTransform(...view)
  paintPrepared(context, prepareMarks(hulls))
  const [zoom, , , , x, y] = view
  const window = { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom }
  paintPrepared(context, prepareMarks(bodies.get(body) ?? [], window))
  const bitmap = canvas.transferToImageBitmap()
  scope.postMessage({ bitmap }, [bitmap])
}
