import type { IpcMainInvokeEvent } from 'electron'

/** Only the main frame of a window that shows our own service's page is heard. */
export function isTrustedSender(event: IpcMainInvokeEvent, origin: string): boolean {
  const frame = event.senderFrame
  if (frame === null || frame.parent !== null) return false
  try {
    return new URL(frame.url).origin === origin
  } catch {
    return false
  }
}
