import { create } from 'zustand'
import type { CaseView } from '../../src-shared/domain/cases/graph.ts'

/** A saved view that was chosen, until the graph of its token shows it. */
export const useSavedView = create<{ readonly opening: CaseView | null }>(() => ({ opening: null }))

export const setOpeningView = (opening: CaseView | null): void => useSavedView.setState({ opening })
