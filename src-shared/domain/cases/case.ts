import type { CaseRecord, CaseRequest, ChangedCase } from '../../contract/records/cases.ts'
import type { FindingEvidence } from '../../contract/records/findings.ts'

/**
 * The contents of an investigation. A command changes them through a list of changes, each with the value before and after. The id of a note,
 * finding, entity or view is the number of the step that created it.
 */

/** A token or wallet of interest. */
export type CaseItem = CaseRecord['items'][number]
export type ItemKind = CaseItem['kind']

export type CaseNote = CaseRecord['notes'][number]
/** What a note is about. The fields are always written in the order of the schema, so equal targets are equal as JSON. */
export type NoteTarget = CaseNote['target']
/** One swap. */
export type TradeTarget = Extract<NoteTarget, { kind: 'trade' }>

/** One value of a case before and after a step; null if there is none. */
export type CaseChange = NonNullable<ChangedCase['changes']>[number]

/** A request with the evidence that it names. */
export type CaseCommand =
  Exclude<CaseRequest, { op: 'add_finding' }> | { readonly op: 'add_finding'; readonly text: string; readonly evidence: readonly FindingEvidence[] }

/** The time of a command in Unix seconds, and the id of the note, finding, entity or view that it creates. */
export interface CommandContext {
  readonly at: number
  readonly newId: string
}
