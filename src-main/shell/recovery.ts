import { dialog, type BrowserWindow } from 'electron'

/** Crashes within this time count together. After more than `MAX_CRASHES` of them the page is not reloaded. */
const CRASH_WINDOW_MS = 60_000
const MAX_CRASHES = 3

/** Loads the page again after its process ended, and says so. The URL of the page holds its state. */
export function reloadAfterCrash(window: BrowserWindow): void {
  let crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    crashes = [...crashes.filter((at) => performance.now() - at < CRASH_WINDOW_MS), performance.now()]
    if (crashes.length > MAX_CRASHES) {
      dialog.showErrorBox('The page keeps failing', 'It was reloaded several times. Reopen the window, or restart Holderscope.')
      return
    }
    window.webContents.reload()
    void dialog.showMessageBox(window, { type: 'warning', message: 'The page stopped working and was reloaded.', detail: `Reason: ${reason}.` })
  })
}
