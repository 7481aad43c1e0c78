import type { NoteTarget } from '../../src-shared/domain/cases/case.ts'
import { compareText } from '../../src-shared/domain/compare.ts'

/** Whether two targets have the same fields, in any order. */
export function isSameTarget(a: NoteTarget, b: NoteTarget): boolean {
  return a.kind === b.kind && targetKey(a) === targetKey(b)
}

/** Equal for equal targets. */
export const targetKey = (target: NoteTarget): string => JSON.stringify(Object.entries(target).toSorted(([a], [b]) => compareText(a, b)))
