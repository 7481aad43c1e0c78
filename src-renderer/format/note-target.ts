import type { NoteTarget } from '../../src-shared/domain/cases/case.ts'

/** True for two targets with the same fields, in whatever order. */
export function isSameTarget(a: NoteTarget, b: NoteTarget): boolean {
  return a.kind === b.kind && targetKey(a) === targetKey(b)
}

/** Equal for the same targets. */
export const targetKey = (target: NoteTarget): string => JSON.stringify(Object.entries(target).toSorted(([a], [b]) => (a < b ? -1 : 1)))
