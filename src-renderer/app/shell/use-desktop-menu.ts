import { useEffect, useEffectEvent } from 'react'
import type { MenuAction } from '../../../src-shared/ipc.ts'
import { useActions } from './actions.ts'
import { isTextField } from './text-field.ts'

/** Shows the palette's actions in the menu of the desktop window. */
export function useDesktopMenu(): void {
  const actions = useActions()
  // The actions are new objects on each render. The menu updates only if its content changes.
  const shown = JSON.stringify(actions.map(({ group, name, role }): MenuAction => ({ group, name, ...(role === undefined ? {} : { role }) })))
  const run = useEffectEvent((name: string) => {
    const action = actions.find((one) => one.name === name)
    // While a text field has the focus, Undo in the Edit menu undoes typing.
    if (action?.role !== undefined && isTextField(document.activeElement)) document.execCommand(action.role)
    else action?.run()
  })
  useEffect(() => window.holderscope?.onMenuChosen((name) => run(name)), [])
  useEffect(() => {
    void window.holderscope?.showMenu(JSON.parse(shown) as MenuAction[])
  }, [shown])
}
