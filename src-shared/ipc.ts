/** The IPC calls between the window and the main process: channel name to signature. */
export interface IpcCalls {
  /** Loopback origin of the service and this window's key. */
  'service:address': { args: []; returns: { origin: string; key: string } }
  /** Asks where to save, then writes; `cancelled` when the person closed the dialog. */
  'file:save': { args: [{ name: string; bytes: Uint8Array }]; returns: 'saved' | 'cancelled' }
  /** Opens an http(s) page in the system browser. */
  'link:open': { args: [string]; returns: 'opened' | 'refused' }
}
export type IpcChannel = keyof IpcCalls

/** What the preload puts on `window.holderscope`. */
export interface DesktopBridge {
  serviceAddress(): Promise<IpcCalls['service:address']['returns']>
  saveFile(name: string, bytes: Uint8Array): Promise<IpcCalls['file:save']['returns']>
  openLink(url: string): Promise<IpcCalls['link:open']['returns']>
}
