import { contextOf } from './canvas.ts'
import type { Camera } from '../cytoscape/camera.ts'

/** The size of a canvas over the whole panel, in CSS pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

/** Moves and scales a canvas painted for one camera to match another camera. */
export function moveCanvas(canvas: HTMLCanvasElement, from: Camera, to: Camera): void {
  const scale = to.zoom / from.zoom
  canvas.style.transform = isSameCamera(from, to)
    ? ''
    : `translate(${to.panX - from.panX * scale}px, ${to.panY - from.panY * scale}px) scale(${scale})`
}

export function isSameCamera(a: Camera, b: Camera): boolean {
  return a.zoom === b.zoom && a.panX === b.panX && a.panY === b.panY
}

export function clearCanvas(canvas: HTMLCanvasElement, size: Size): CanvasRenderingContext2D {
  const [width, height] = [Math.round(size.width * devicePixelRatio), Math.round(size.height * devicePixelRatio)]
  if (canvas.width !== width || canvas.height !== height) {
    ;[canvas.width, canvas.height] = [width, height]
    // Otherwise a panel of 463.98 pixels would scale a canvas of 464 and blur it.
    canvas.style.width = `${width / devicePixelRatio}px`
    canvas.style.height = `${height / devicePixelRatio}px`
  }
  const context = contextOf(canvas)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, width, height)
  return context
}

export function toGraphUnits(context: CanvasRenderingContext2D, { zoom, panX, panY }: Camera): void {
  const scale = devicePixelRatio
  context.setTransform(scale * zoom, 0, 0, scale * zoom, scale * panX, scale * panY)
}

export function toPixels(context: CanvasRenderingContext2D): void {
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
}
