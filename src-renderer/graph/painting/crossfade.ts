import { penOf } from './canvas.ts'

const FADE_MS = 240

/** What fades now. Asking the layer itself would have the browser work out the style of the whole page, which has just changed. */
const fadings = new WeakMap<HTMLCanvasElement, Animation>()

/** Lays what the picture shows now over it and lets it fade, so that the eye sees what changed. */
export function fadeFrom(host: HTMLElement, ghost: HTMLCanvasElement): void {
  // Only our own layers: cytoscape's have nothing on them.
  const layers = [...host.querySelectorAll<HTMLCanvasElement>(':scope > canvas')].filter((layer) => layer !== ghost)
  const [{ width, height } = ghost] = layers
  if (ghost.width !== width || ghost.height !== height) [ghost.width, ghost.height] = [width, height]
  const context = penOf(ghost)
  context.clearRect(0, 0, width, height)
  for (const layer of layers) context.drawImage(layer, 0, 0, width, height)
  fadings.get(ghost)?.cancel()
  ghost.hidden = false
  const fading = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, easing: 'ease-out' })
  fadings.set(ghost, fading)
  // A layer that nobody sees still costs its share of every frame.
  fading.onfinish = () => {
    ghost.hidden = true
  }
}
