import type { MenuAction } from '../../../src-shared/ipc.ts'
import type { IconName } from '../../ui/Icon.tsx'

/** A command of the palette. */
export interface Action extends MenuAction {
  readonly icon: IconName
  readonly keys?: string
  readonly run: () => void
}

/** Actions of one group. */
export const ofGroup = (group: Action['group'], ...actions: readonly Omit<Action, 'group'>[]): Action[] =>
  actions.map((action) => ({ group, ...action }))
