import { BrowserWindow, powerMonitor } from 'electron'
import type { IpcEvents } from '../../src-shared/ipc.ts'

const RESUMED: keyof IpcEvents = 'system:resumed'

/** Calls `reconnect` when the machine wakes up, then lets the pages connect again: sockets die during sleep without notice. */
export function reconnectAfterSleep(reconnect: () => Promise<void>): void {
  powerMonitor.on('resume', () => {
    void reconnect().finally(() => {
      for (const { webContents } of BrowserWindow.getAllWindows()) webContents.send(RESUMED)
    })
  })
}
