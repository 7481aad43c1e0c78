import { contextOf } from './canvas.ts'

const FADE_MS = 240
/** A change that follows another within this time is a step of a dragged slider. */
const DRAG_MS = 400

/** The latest change below each overlay. Canvas.getAnimations() would force a style recalculation of the whole page. */
const changes = new WeakMap<HTMLCanvasElement, { readonly at: number; readonly fade: Animation | null }>()

/**
 * Copies the layers onto `overlay` and fades it out, so that the change below is visible. Steps of a drag do not fade: each step would leave its
 * frame over the next one, and the frames of the fade would delay that one.
 */
export function fadeOut(host: HTMLElement, overlay: HTMLCanvasElement): void {
  const before = changes.get(overlay)
  before?.fade?.finish()
  const at = performance.now()
  const isDragged = before !== undefined && at - before.at < DRAG_MS
  changes.set(overlay, { at, fade: isDragged ? null : startFade(host, overlay) })
}

function startFade(host: HTMLElement, overlay: HTMLCanvasElement): Animation {
  const layers = [...host.querySelectorAll<HTMLCanvasElement>('canvas')].filter((layer) => layer !== overlay)
  const [{ width, height } = overlay] = layers
  if (overlay.width !== width || overlay.height !== height) [overlay.width, overlay.height] = [width, height]
  const context = contextOf(overlay)
  context.clearRect(0, 0, width, height)
  for (const layer of layers) context.drawImage(layer, 0, 0, width, height)
  overlay.hidden = false
  const fade = overlay.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, easing: 'ease-out' })
  // A transparent layer still costs compositing in every frame.
  fade.onfinish = () => {
    overlay.hidden = true
  }
  return fade
}
