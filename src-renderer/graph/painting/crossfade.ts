import { contextOf } from './canvas.ts'

const FADE_MS = 240

/** The fade that runs on each canvas. Canvas.getAnimations() would force a style recalculation of the whole page. */
const running = new WeakMap<HTMLCanvasElement, Animation>()

/** Copies what the layers show onto `overlay` and fades it out, so that the eye sees what changes below. */
export function fadeOut(host: HTMLElement, overlay: HTMLCanvasElement): void {
  const layers = [...host.querySelectorAll<HTMLCanvasElement>('canvas')].filter((layer) => layer !== overlay)
  const [{ width, height } = overlay] = layers
  if (overlay.width !== width || overlay.height !== height) [overlay.width, overlay.height] = [width, height]
  const context = contextOf(overlay)
  context.clearRect(0, 0, width, height)
  for (const layer of layers) context.drawImage(layer, 0, 0, width, height)
  running.get(overlay)?.cancel()
  overlay.hidden = false
  const fade = overlay.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, easing: 'ease-out' })
  running.set(overlay, fade)
  // A transparent layer still costs compositing in every frame.
  fade.onfinish = () => {
    overlay.hidden = true
  }
}
