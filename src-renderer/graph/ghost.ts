const FADE_MS = 240

/** Lays what the picture shows now over it and lets it fade, so that the eye sees what changed. */
export function fadeFrom(host: HTMLElement, ghost: HTMLCanvasElement): void {
  const [width, height] = [Math.round(host.clientWidth * devicePixelRatio), Math.round(host.clientHeight * devicePixelRatio)]
  if (ghost.width !== width || ghost.height !== height) [ghost.width, ghost.height] = [width, height]
  // The graphics card paints this one: it is written once and fades away.
  const context = ghost.getContext('2d')
  if (context === null) return
  context.clearRect(0, 0, width, height)
  for (const layer of host.querySelectorAll('canvas')) {
    if (layer !== ghost && layer.width > 0) context.drawImage(layer, 0, 0, width, height)
  }
  for (const running of ghost.getAnimations()) running.cancel()
  ghost.hidden = false
  const fading = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, easing: 'ease-out' })
  // A layer that nobody sees still costs its share of every frame.
  fading.onfinish = () => {
    ghost.hidden = true
  }
}
