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
        {/* A button with a word needs no tooltip, which would take the first Escape for itself. */}
        <Button kind="quiet" icon="close" onClick={close}>
          Close
        </Button>
      </header>
      {/* The focus starts where arrows scroll. */}
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
                  <dd>{row.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
