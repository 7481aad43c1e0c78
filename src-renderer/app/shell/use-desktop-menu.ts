import { useEffect, useEffectEvent } from 'react'
import { useActions } from './actions.ts'

/** Shows the palette's actions in the menu of the desktop window. */
export function useDesktopMenu(): void {
  const actions = useActions()
  // The actions are new objects after each rendering; the menu changes with their names.
  const names = JSON.stringify(actions.map(({ group, name }) => ({ group, name })))
  const run = useEffectEvent((name: string) => actions.find((action) => action.name === name)?.run())
  useEffect(() => window.holderscope?.onMenuChosen((name) => run(name)), [])
  useEffect(() => {
    void window.holderscope?.showMenu(JSON.parse(names) as Parameters<NonNullable<typeof window.holderscope>['showMenu']>[0])
  }, [names])
}
