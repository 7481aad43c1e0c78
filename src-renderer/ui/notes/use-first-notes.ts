import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { CaseNote } from '../../../src-shared/domain/cases/case.ts'
import { partId } from '../../format/case-hit.ts'

/** Thousands of notes would take seconds to render. */
const FIRST = 100

/** The first rows of a long list with notes. All rows on request, or if the URL names a note in the others. */
export function useFirstNotes<T>(rows: readonly T[], notesOf: (row: T) => readonly CaseNote[]): { readonly shown: readonly T[]; showAll(): void } {
  const [all, setAll] = useState(false)
  const others = rows.slice(FIRST)
  const isLinked = useLocation({
    select: ({ hash }) => hash !== '' && others.some((row) => notesOf(row).some(({ id }) => partId('note', id) === hash)),
  })
  return { shown: all || isLinked ? rows : rows.slice(0, FIRST), showAll: () => setAll(true) }
}
