import type { CaseFinding } from '../../contract/records/findings.ts'
import type { CaseChange, CaseCommand, CaseItem, CaseNote, CommandContext } from './case.ts'
import type { CaseEntity, CaseTag } from './claims.ts'
import { planFinding } from './finding-commands.ts'
import { planGraph, type GraphValues } from './graph-commands.ts'

/** The current values that a command may touch. */
export interface CaseValues extends GraphValues {
  name(): string | null
  item(key: Pick<CaseItem, 'kind' | 'network' | 'address'>): CaseItem | null
  note(id: string): CaseNote | null
  /** In list order. */
  findings(): readonly CaseFinding[]
  tag(key: Pick<CaseTag, 'network' | 'address' | 'name'>): CaseTag | null
  entity(id: string): CaseEntity | null
}

/** The changes that carry out a command; empty if the case is already in that state. Null if the note, finding, entity or view does not exist. */
export function planChanges(values: CaseValues, command: CaseCommand, context: CommandContext): CaseChange[] | null {
  const { at, newId } = context
  switch (command.op) {
    case 'rename': {
      const before = values.name()
      return before === command.name ? [] : [{ part: 'name', before, after: command.name }]
    }
    case 'add_item': {
      const { kind, network, address } = command
      if (values.item(command) !== null) return []
      return [{ part: 'item', before: null, after: { kind, network, address, added_at: at } }]
    }
    case 'remove_item': {
      const before = values.item(command)
      return before === null ? [] : [{ part: 'item', before, after: null }]
    }
    case 'add_note': {
      const { target, text } = command
      return [{ part: 'note', before: null, after: { id: newId, target, text, written_at: at, changed_at: at } }]
    }
    case 'edit_note': {
      const before = values.note(command.id)
      if (before === null) return null
      return before.text === command.text ? [] : [{ part: 'note', before, after: { ...before, text: command.text, changed_at: at } }]
    }
    case 'delete_note': {
      const before = values.note(command.id)
      return before === null ? null : [{ part: 'note', before, after: null }]
    }
    case 'add_finding':
    case 'edit_finding':
    case 'move_finding':
    case 'delete_finding':
      return planFinding(values.findings(), command, context)
    case 'set_tags':
      return tagChanges(values, command.tags)
    case 'remove_tag': {
      const before = values.tag(command)
      return before === null ? [] : [{ part: 'tag', before, after: null }]
    }
    case 'add_entity': {
      const { rule, name, wallets } = command
      return [{ part: 'entity', before: null, after: { id: newId, rule, name, wallets } }]
    }
    case 'edit_entity': {
      const before = values.entity(command.id)
      if (before === null) return null
      const after = { ...before, name: command.name, wallets: command.wallets }
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ part: 'entity', before, after }]
    }
    case 'delete_entity': {
      const before = values.entity(command.id)
      return before === null ? null : [{ part: 'entity', before, after: null }]
    }
    case 'change_graph':
    case 'set_thresholds':
    case 'save_view':
    case 'edit_view':
    case 'delete_view':
      return planGraph(values, command, context)
  }
}

/** If a list names a tag twice, the last one wins. */
function tagChanges(values: CaseValues, tags: readonly CaseTag[]): CaseChange[] {
  const last = new Map(tags.map((tag) => [JSON.stringify([tag.network, tag.address, tag.name]), tag]))
  return [...last.values()].flatMap(({ network, address, name, kind, effect, note, source, confidence }): CaseChange[] => {
    const after = { network, address, name, kind, effect, note, source, confidence }
    const before = values.tag(after)
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ part: 'tag', before, after }]
  })
}

/** The changes that undo a step, in the order to apply them. */
export function invertChanges(changes: readonly CaseChange[]): CaseChange[] {
  return changes.toReversed().map((change) => ({ ...change, before: change.after, after: change.before }) as CaseChange)
}
