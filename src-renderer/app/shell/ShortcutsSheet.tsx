import { showShortcuts, useShell } from '../../stores/shell.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { SHORTCUTS } from './shortcuts.ts'

export function ShortcutsSheet() {
  const open = useShell((state) => state.shortcuts)
  const close = (): void => showShortcuts(false)
  return (
    <Dialog open={open} onClose={close} label="Keyboard shortcuts" className="sheet">
      <header className="sheet-head">
        <h2>Keyboard shortcuts</h2>
        {/** A labelled button needs no tooltip; a tooltip would consume the first Escape. */}
        <Button kind="quiet" icon="close" text="Close" onClick={close} />
      </header>
      {/** Focus starts on the scrollable element. */}
      <div className="sheet-body" tabIndex={0} role="group" aria-label="Shortcuts" data-first-focus>
        {SHORTCUTS.map(({ group, rows }) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl className="sheet-rows">
              {rows.map((row) => (
                <div key={row.keys}>
                  <dt>
                    <Kbd keys={row.keys} />
                  </dt>
                  <dd>{row.description}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
