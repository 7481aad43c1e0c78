import type { Subject } from './subject.ts'

/** One rule of the documented API and its check over the wire. */
export interface ContractCheck {
  /** Document and section, e.g. `docs/api/records.md#clusters`. */
  readonly section: string
  /** The rule in short. */
  readonly title: string
  readonly check: (subject: Subject) => void | Promise<void>
}

export type CheckFunction = ContractCheck['check']

/** Builds the checks of one section. */
export const section = (name: string, lines: readonly (readonly [title: string, check: CheckFunction])[]): ContractCheck[] =>
  lines.map(([title, check]) => ({ section: name, title, check }))
