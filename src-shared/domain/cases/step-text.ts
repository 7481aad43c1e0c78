import { shortAddress } from '../shown.ts'
import type { CaseChange, CaseItem, NoteTarget } from './case.ts'
import type { CaseEntity } from './claims.ts'
import { describeGraphChange } from './graph-text.ts'

/** A step with more changes than this is summarised. */
const LISTED = 3

/** Describes a step of the history in words. */
export function describeStep(changes: readonly CaseChange[]): string {
  if (changes.length === 0) return 'Started the case'
  const texts = [...new Set(changes.map(describeChange))]
  if (texts.length <= LISTED) return texts.join('; ')
  return changes.every(({ part }) => part === 'tag') ? `Set ${changes.length} tags` : `Made ${changes.length} changes`
}

function describeChange(change: CaseChange): string {
  switch (change.part) {
    case 'name':
      return change.after === null ? 'Removed the name of the case' : `Named the case “${change.after}”`
    case 'item':
      if (change.after !== null) return `Added ${describeItem(change.after)}`
      return change.before === null ? 'Changed nothing' : `Removed ${describeItem(change.before)}`
    case 'note': {
      const target = (change.after ?? change.before)?.target ?? { kind: 'case' }
      const done = change.before === null ? 'Wrote' : change.after === null ? 'Deleted' : 'Edited'
      return `${done} a note on ${describeTarget(target)}`
    }
    case 'finding': {
      const done = change.before === null ? 'Added' : change.after === null ? 'Deleted' : 'Edited'
      return `${done} the finding “${shorten((change.after ?? change.before)?.text ?? '')}”`
    }
    case 'finding_place':
      return 'Changed the order of the findings'
    case 'tag': {
      const tag = change.after ?? change.before
      if (tag === null) return 'Changed nothing'
      const done = change.before === null ? 'Tagged' : change.after === null ? 'Removed the tag of' : 'Changed the tag of'
      return `${done} ${shortAddress(tag.address)}${change.before === null ? ' as' : ','} “${tag.name}”`
    }
    case 'entity': {
      const entity = change.after ?? change.before
      if (entity === null) return 'Changed nothing'
      if (change.before === null) return entity.rule === 'owner_said' ? `Joined ${walletsOf(entity)}` : `Kept apart ${walletsOf(entity)}`
      return `${change.after === null ? 'Deleted' : 'Changed'} the entity of ${walletsOf(entity)}`
    }
    case 'graph_set':
    case 'pins':
    case 'thresholds':
    case 'view':
      return describeGraphChange(change)
  }
}

const walletsOf = ({ name, wallets }: CaseEntity): string => `${wallets.length} wallets${name === null ? '' : ` as “${name}”`}`

const SHOWN_TEXT = 60

/** Cuts between code points, so that no surrogate pair is split. */
const shorten = (text: string): string => (text.length > SHOWN_TEXT ? `${[...text].slice(0, SHOWN_TEXT).join('')}…` : text)

const describeItem = ({ kind, address }: Pick<CaseItem, 'kind' | 'address'>): string => `${kind} ${shortAddress(address)}`

/** As part of a sentence: "a note on …". */
export function describeTarget(target: NoteTarget): string {
  switch (target.kind) {
    case 'case':
      return 'the case'
    case 'token':
    case 'wallet':
      return describeItem(target)
    case 'cluster':
      return `cluster ${target.cluster + 1} of ${shortAddress(target.token_address)}`
    case 'link':
      return `the link ${shortAddress(target.source)} – ${shortAddress(target.target)}`
    case 'trade':
      return `swap ${target.leg + 1} of transaction ${shortAddress(target.transaction)}`
  }
}
