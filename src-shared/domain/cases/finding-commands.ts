import type { CaseFinding } from '../../contract/records/findings.ts'
import type { CaseChange, CaseCommand, CommandContext } from './case.ts'

export type FindingCommand = Extract<CaseCommand, { op: 'add_finding' | 'edit_finding' | 'move_finding' | 'delete_finding' }>

/** Like planChanges, for findings. `findings` are in list order. */
export function planFinding(findings: readonly CaseFinding[], command: FindingCommand, { at, newId }: CommandContext): CaseChange[] | null {
  if (command.op === 'add_finding') {
    const { text, evidence } = command
    const place = (findings.at(-1)?.place ?? -1) + 1
    return [{ part: 'finding', before: null, after: { id: newId, place, text, evidence: [...evidence], written_at: at, changed_at: at } }]
  }
  const index = findings.findIndex(({ id }) => id === command.id)
  const before = findings[index]
  if (before === undefined) return null
  switch (command.op) {
    case 'edit_finding':
      return before.text === command.text ? [] : [{ part: 'finding', before, after: { ...before, text: command.text, changed_at: at } }]
    case 'delete_finding':
      return [{ part: 'finding', before, after: null }]
    case 'move_finding': {
      const order = findings.toSpliced(index, 1).toSpliced(command.to, 0, before)
      return order.flatMap(({ id, place }, next): CaseChange[] => {
        const free = findings[next]?.place ?? next
        return place === free ? [] : [{ part: 'finding_place', id, before: place, after: free }]
      })
    }
  }
}
