import type { CaseFinding, FindingEvidence } from '../../contract/records/findings.ts'
import type { NetworkId } from '../../networks.ts'
import type { CaseEntity, CaseTag, ClaimedWallet, EntityRule } from './claims.ts'
import type { GraphChange, GraphCommand } from './graph.ts'

/** The contents of an investigation. A command changes them through a list of changes, each with the value before and after. */

export type ItemKind = 'token' | 'wallet'

/** A token or wallet of interest. */
export interface CaseItem {
  readonly kind: ItemKind
  readonly network: NetworkId
  readonly address: string
  /** Unix seconds. */
  readonly added_at: number
}

/** What a note is about. The fields are always written in this order, so equal targets are equal as JSON. */
export type NoteTarget =
  | { readonly kind: 'case' }
  | { readonly kind: ItemKind; readonly network: NetworkId; readonly address: string }
  | { readonly kind: 'cluster'; readonly network: NetworkId; readonly token_address: string; readonly cluster: number }
  | {
      readonly kind: 'link'
      readonly network: NetworkId
      readonly token_address: string
      readonly source: string
      readonly target: string
      readonly link_kind: string
      readonly asset: string
    }
  | TradeTarget

/** One swap. `leg` is its index in the transaction, from 0. */
export interface TradeTarget {
  readonly kind: 'trade'
  readonly network: NetworkId
  readonly token_address: string
  readonly transaction: string
  readonly leg: number
}

export interface CaseNote {
  /** The number of the step that wrote the note. */
  readonly id: string
  readonly target: NoteTarget
  /** Markdown. */
  readonly text: string
  /** Unix seconds. */
  readonly written_at: number
  readonly changed_at: number
}

/** One value of a case before and after a step; null if there is none. */
export type CaseChange =
  | { readonly part: 'name'; readonly before: string | null; readonly after: string | null }
  | { readonly part: 'item'; readonly before: CaseItem | null; readonly after: CaseItem | null }
  | { readonly part: 'note'; readonly before: CaseNote | null; readonly after: CaseNote | null }
  | { readonly part: 'finding'; readonly before: CaseFinding | null; readonly after: CaseFinding | null }
  /** The position of a finding in the list. */
  | { readonly part: 'finding_place'; readonly id: string; readonly before: number; readonly after: number }
  | { readonly part: 'tag'; readonly before: CaseTag | null; readonly after: CaseTag | null }
  | { readonly part: 'entity'; readonly before: CaseEntity | null; readonly after: CaseEntity | null }
  | GraphChange

export type CaseCommand =
  | { readonly op: 'rename'; readonly name: string | null }
  | { readonly op: 'add_item' | 'remove_item'; readonly kind: ItemKind; readonly network: NetworkId; readonly address: string }
  | { readonly op: 'add_note'; readonly target: NoteTarget; readonly text: string }
  | { readonly op: 'edit_note'; readonly id: string; readonly text: string }
  | { readonly op: 'delete_note'; readonly id: string }
  | { readonly op: 'add_finding'; readonly text: string; readonly evidence: readonly FindingEvidence[] }
  | { readonly op: 'edit_finding'; readonly id: string; readonly text: string }
  /** `to` is an index in the ordered list of findings. */
  | { readonly op: 'move_finding'; readonly id: string; readonly to: number }
  | { readonly op: 'delete_finding'; readonly id: string }
  | { readonly op: 'set_tags'; readonly tags: CaseTag[] }
  | { readonly op: 'remove_tag'; readonly network: CaseTag['network']; readonly address: string; readonly name: string }
  | { readonly op: 'add_entity'; readonly rule: EntityRule; readonly name: string | null; readonly wallets: ClaimedWallet[] }
  | { readonly op: 'edit_entity'; readonly id: string; readonly name: string | null; readonly wallets: ClaimedWallet[] }
  | { readonly op: 'delete_entity'; readonly id: string }
  | GraphCommand

/** The time of a command in Unix seconds, and the id of the note, finding, entity or view that it creates. */
export interface CommandContext {
  readonly at: number
  readonly newId: string
}
