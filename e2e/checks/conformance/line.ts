import type { Subject } from './subject.ts'

/** One line of the specification and how it is looked at from outside. */
export interface SpecLine {
  /** Document and section, e.g. `docs/api/records.md#clusters`. */
  readonly section: string
  /** The line in short. */
  readonly says: string
  readonly check: (subject: Subject) => void | Promise<void>
}

export type LineCheck = SpecLine['check']

/** The lines of one section. */
export const section = (name: string, lines: readonly (readonly [says: string, check: LineCheck])[]): SpecLine[] =>
  lines.map(([says, check]) => ({ section: name, says, check }))
