/** The IPC calls between the window and the main process: channel name to signature. */
export interface IpcCalls {
  /** Loopback origin of the service and this window's key. */
  'service:address': { args: []; returns: { origin: string; key: string } }
  /** Asks where to save, then writes; `cancelled` when the person closed the dialog. */
  'file:save': { args: [{ name: string; bytes: Uint8Array }]; returns: 'saved' | 'cancelled' }
  /** Opens an http(s) page in the system browser. */
  'link:open': { args: [string]; returns: 'opened' | 'refused' }
  /** Shows the actions of the page in the menu of its window. */
  'menu:show': { args: [readonly MenuAction[]]; returns: 'shown' }
}
export type IpcChannel = keyof IpcCalls

/** An action of the page's command palette. */
export interface MenuAction {
  readonly group: 'Views' | 'Pages' | 'Actions' | 'Theme'
  readonly name: string
}

/** What the main process sends to the page: channel name to arguments. */
export interface IpcEvents {
  /** The action with this name was chosen in the menu. */
  'menu:chosen': [string]
}

/** What the preload puts on `window.holderscope`. */
export interface DesktopBridge {
  serviceAddress(): Promise<IpcCalls['service:address']['returns']>
  saveFile(name: string, bytes: Uint8Array): Promise<IpcCalls['file:save']['returns']>
  openLink(url: string): Promise<IpcCalls['link:open']['returns']>
  showMenu(actions: readonly MenuAction[]): Promise<IpcCalls['menu:show']['returns']>
  /** Calls the listener with the name of each chosen action. Returns how to stop. */
  onMenuChosen(listener: (name: string) => void): () => void
}
