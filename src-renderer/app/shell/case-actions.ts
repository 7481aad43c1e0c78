import { useNavigate } from '@tanstack/react-router'
import { caseName, useMoveCase, useOpenCase } from '../../api/use-case.ts'
import { setOpenCase } from '../../stores/preferences.ts'
import { ofGroup, type Action } from './action.ts'

/** Actions on the open case; none while no case is open. */
export function useCaseActions(): Action[] {
  const navigate = useNavigate()
  const record = useOpenCase()
  const { mutate } = useMoveCase()
  if (record === null) return []
  const { id, undo, redo } = record
  return ofGroup(
    'Actions',
    { name: `Show case: ${caseName(record)}`, icon: 'cases', run: () => void navigate({ to: '/cases/$id', params: { id } }) },
    { name: 'Close case', icon: 'close', run: () => setOpenCase(null) },
    ...(undo === null ? [] : [{ name: `Undo: ${undo}`, icon: 'undo', keys: 'Mod+Z', role: 'undo', run: () => mutate('undo') } as const]),
    ...(redo === null ? [] : [{ name: `Redo: ${redo}`, icon: 'redo', keys: 'Mod+Shift+Z', role: 'redo', run: () => mutate('redo') } as const]),
  )
}
