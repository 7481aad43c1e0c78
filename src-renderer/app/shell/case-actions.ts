import { useNavigate } from '@tanstack/react-router'
import { caseName, useMoveCase, useOpenCase } from '../../api/use-case.ts'
import { setOpenCase } from '../../stores/preferences.ts'
import type { Action } from './action.ts'

/** Actions on the open case; none while no case is open. */
export function useCaseActions(): Action[] {
  const navigate = useNavigate()
  const record = useOpenCase()
  const { mutate } = useMoveCase()
  if (record === null) return []
  const actions: Action[] = [
    {
      group: 'Actions',
      name: `Show case: ${caseName(record)}`,
      icon: 'cases',
      run: () => void navigate({ to: '/cases/$id', params: { id: record.id } }),
    },
    { group: 'Actions', name: 'Close case', icon: 'close', run: () => setOpenCase(null) },
  ]
  if (record.undo !== null) {
    actions.push({ group: 'Actions', name: `Undo: ${record.undo}`, icon: 'undo', keys: 'Mod+Z', role: 'undo', run: () => mutate('undo') })
  }
  if (record.redo !== null) {
    actions.push({ group: 'Actions', name: `Redo: ${record.redo}`, icon: 'redo', keys: 'Mod+Shift+Z', role: 'redo', run: () => mutate('redo') })
  }
  return actions
}
