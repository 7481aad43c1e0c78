import type { IpcMainInvokeEvent } from 'electron'

/** Whether a call comes from the main frame of a window that shows our own service's page. */
export function isTrustedSender({ senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>, origin: string): boolean {
  return senderFrame !== null && senderFrame.parent === null && URL.parse(senderFrame.url)?.origin === origin
}
