import { viewOfText } from './plain-bytes.ts'

/** Names of an object's fields. The names that stood at a place are tried first in the next object of the kind. */
export class Fields {
  readonly ids: ReadonlyMap<string, number>
  readonly seen: FieldName[][] = []

  /** @param names a field's place here is what the scanner answers for it */
  constructor(names: readonly string[]) {
    this.ids = new Map(names.map((name, id) => [name, id]))
  }

  /** Takes a name that stood at a place, to be tried there again. */
  remember(place: number, name: string, id: number): void {
    if (place >= MOST_REMEMBERED || name.length < SHORTEST_REMEMBERED || name.length > LONGEST_REMEMBERED) return
    const seen = (this.seen[place] ??= [])
    if (seen.length < MOST_ALIKE) seen.push({ id, bytes: viewOfText(`${name}":`) })
  }
}

export interface FieldName {
  readonly id: number
  /** The name, its closing quote and the colon. */
  readonly bytes: DataView
}

/** Longer lists of fields, and longer names, are nobody's answer; they are read without being remembered. */
const MOST_REMEMBERED = 32
const MOST_ALIKE = 12
/** With quote and colon that makes a whole word. */
const SHORTEST_REMEMBERED = 2
const LONGEST_REMEMBERED = 64
