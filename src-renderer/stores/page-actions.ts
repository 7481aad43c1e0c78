import { create } from 'zustand'

/** An action of the current page, for the command palette. */
export interface PageAction {
  readonly name: string
  readonly run: () => void
}

/** Set by the graph while it is mounted. */
export const usePageActions = create<{ readonly actions: readonly PageAction[] }>(() => ({ actions: [] }))
