import type { GroundPainter, Sight } from './background-painter.ts'
import { labelsOf } from './frame-labels.ts'

/** The one that is shown, and two each way of the slider. Each holds a panel's worth of pixels. */
const MOST = 5

/**
 * Grounds of large pictures, painted by the worker as they would be seen now: those that may be wanted next, and those that were
 * shown lately. Whoever finds one draws it; here alone they are closed.
 */
export class PicturesAhead {
  readonly #away: GroundPainter
  /** The one that was used longest ago first. */
  readonly #painted = new Map<Sight, ImageBitmap>()
  #wanted: readonly Sight[] = []

  constructor(away: GroundPainter) {
    this.#away = away
  }

  /** Paints what of these is neither here nor on its way, once the worker has nothing else to do: the first first. */
  prepare(sights: readonly Sight[]): void {
    this.#wanted = sights.map((sight) => this.#wanted.find((wanted) => hasSameSight(wanted, sight)) ?? sight)
    const missing = this.#wanted.filter((sight) => this.find(sight) === null)
    for (const sight of missing) labelsOf(sight, null, null)
    this.#away.paintAhead(missing, (sight, bitmap) => {
      if (this.#wanted.includes(sight)) this.keep(sight, bitmap)
      else bitmap.close()
    })
  }

  /** Whether pictures are ready or on their way for a panel that sees what this one sees. */
  isFor(sight: Sight): boolean {
    return this.#wanted.some((wanted) => hasSameView(wanted, sight))
  }

  /** The bitmap of this very sight; null where there is none. */
  find(wanted: Sight): ImageBitmap | null {
    const [sight, bitmap] = [...this.#painted].find(([painted]) => hasSameSight(painted, wanted)) ?? []
    if (sight === undefined || bitmap === undefined) return null
    // The window may have gone to another screen.
    if (bitmap.width !== Math.round(wanted.width * devicePixelRatio)) return null
    this.#painted.delete(sight)
    this.#painted.set(sight, bitmap)
    return bitmap
  }

  /** Takes over the bitmap of a sight, in the place of an older one. */
  keep(sight: Sight, bitmap: ImageBitmap): void {
    for (const known of [...this.#painted.keys()]) if (hasSameSight(known, sight)) this.#close(known)
    this.#painted.set(sight, bitmap)
    for (const oldest of [...this.#painted.keys()].slice(0, -MOST)) this.#close(oldest)
  }

  drop(): void {
    this.#wanted = []
    this.#away.paintAhead([], (_, bitmap) => bitmap.close())
    for (const sight of [...this.#painted.keys()]) this.#close(sight)
  }

  #close(sight: Sight): void {
    this.#painted.get(sight)?.close()
    this.#painted.delete(sight)
  }
}

/** Whether both show the same: the same scene from the same place. */
export function hasSameSight(a: Sight, b: Sight): boolean {
  return a.scene === b.scene && hasSameView(a, b)
}

function hasSameView(a: Sight, b: Sight): boolean {
  const [from, to] = [a.camera, b.camera]
  return a.width === b.width && a.height === b.height && from.zoom === to.zoom && from.panX === to.panX && from.panY === to.panY
}
