import type { GroundPainter, Sight } from './ground-painter.ts'
import { labelsOf } from './sight-labels.ts'

/** Grounds of pictures that nobody sees yet, painted by the worker as they would be seen now. Each holds a panel's worth of pixels until it is closed. */
export class PicturesAhead {
  readonly #away: GroundPainter
  readonly #painted = new Map<Sight, ImageBitmap>()
  #wanted: readonly Sight[] = []

  constructor(away: GroundPainter) {
    this.#away = away
  }

  /** Keeps what is painted of these already or on its way, paints the others once the worker has nothing else to do, and closes the rest. */
  prepare(sights: readonly Sight[]): void {
    this.#wanted = sights.map((sight) => this.#wanted.find((wanted) => hasSameSight(wanted, sight)) ?? sight)
    for (const sight of [...this.#painted.keys()]) if (!this.#wanted.includes(sight)) this.#close(sight)
    const missing = this.#wanted.filter((sight) => !this.#painted.has(sight))
    for (const sight of missing) labelsOf(sight, null, null)
    this.#away.paintAhead(missing, (sight, bitmap) => {
      if (this.#wanted.includes(sight)) this.#painted.set(sight, bitmap)
      else bitmap.close()
    })
  }

  /** Whether pictures are ready or on their way for a panel that sees what this one sees. */
  isFor(sight: Sight): boolean {
    return this.#wanted.some((wanted) => hasSameView(wanted, sight))
  }

  /** The bitmap of this very sight, whose closing is the caller's; null where there is none. */
  take(wanted: Sight): ImageBitmap | null {
    const [sight, bitmap] = [...this.#painted].find(([painted]) => hasSameSight(painted, wanted)) ?? []
    if (sight === undefined || bitmap === undefined) return null
    this.#painted.delete(sight)
    // The window may have gone to another screen.
    if (bitmap.width === Math.round(wanted.width * devicePixelRatio)) return bitmap
    bitmap.close()
    return null
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

function hasSameSight(a: Sight, b: Sight): boolean {
  return a.scene === b.scene && hasSameView(a, b)
}

function hasSameView(a: Sight, b: Sight): boolean {
  const [from, to] = [a.camera, b.camera]
  return a.width === b.width && a.height === b.height && from.zoom === to.zoom && from.panX === to.panX && from.panY === to.panY
}
