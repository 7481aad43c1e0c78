import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { CaseNote } from '../../../src-shared/domain/cases/case.ts'
import { partId } from '../../format/case-hit.ts'

/** Thousands of notes would take seconds to show. */
const FIRST = 100

/** The first of many lists of notes; all of them on request, or where the URL names a note of the others. */
export function useFirstNotes<T>(rows: readonly T[], notesOf: (row: T) => readonly CaseNote[]): { readonly shown: readonly T[]; showAll(): void } {
  const [all, setAll] = useState(false)
  const others = rows.slice(FIRST)
  const isLinked = useLocation({
    select: ({ hash }) => hash !== '' && others.some((row) => notesOf(row).some(({ id }) => partId('note', id) === hash)),
  })
  return { shown: all || isLinked ? rows : rows.slice(0, FIRST), showAll: () => setAll(true) }
}
