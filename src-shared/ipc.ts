/** The IPC calls between the window and the main process: channel name to signature. */
export interface IpcCalls {
  /** Loopback origin of the service and this window's key. */
  'service:address': { args: []; returns: { origin: string; key: string } }
  /** Asks where to save, then writes. */
  'file:save': { args: [{ name: string; bytes: Uint8Array }]; returns: SaveResult }
  /** The case file that was opened from outside, once; null if none is waiting. */
  'file:take': { args: []; returns: OpenedFile | null }
  /** Opens an http(s) page in the system browser. */
  'link:open': { args: [string]; returns: 'opened' | 'refused' }
  /** Shows the actions of the page in the menu of its window. */
  'menu:show': { args: [readonly MenuAction[]]; returns: 'shown' }
  'desktop:settings': { args: []; returns: DesktopSettings }
  /** Changes some settings of the desktop window, effective immediately. `fault` says why nothing was changed; null if it was. */
  'desktop:change': { args: [Partial<DesktopSettings>]; returns: { settings: DesktopSettings; fault: string | null } }
}
export type IpcChannel = keyof IpcCalls

export interface OpenedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** An action in the page's command palette. */
export interface MenuAction {
  readonly group: 'Views' | 'Pages' | 'Actions' | 'Theme'
  readonly name: string
  /** The entry of the Edit menu for this action, instead of the menu of its group. */
  readonly role?: 'undo' | 'redo'
}

/** Settings that only the desktop window has. */
export interface DesktopSettings {
  /** Whether the app stays in the tray or menu bar and keeps following after its last window is closed. */
  readonly tray: boolean
  /** Whether the system announces finished reads and ended following while no window has the focus. */
  readonly notices: boolean
  /** Folder of the owner's releases; null if updates are off. */
  readonly updateFeed: string | null
}

/** What the main process sends to the page: channel name to arguments. */
export interface IpcEvents {
  /** The user chose the action with this name in the menu. */
  'menu:chosen': [string]
  /** A case file was opened from outside and can be taken. */
  'file:waits': []
  /** The machine woke up, so connections may be dead without having reported it. */
  'system:resumed': []
}

/** `cancelled`: the dialog was closed. `other_ending`: the chosen name has the extension of another format. */
export type SaveResult = 'saved' | 'cancelled' | 'other_ending'

/** The API that the preload exposes as `window.holderscope`. */
export interface DesktopBridge {
  serviceAddress(): Promise<IpcCalls['service:address']['returns']>
  saveFile(name: string, bytes: Uint8Array): Promise<IpcCalls['file:save']['returns']>
  takeFile(): Promise<OpenedFile | null>
  /** Calls the listener each time a case file is opened from outside. Returns a function that stops it. */
  onFileWaits(listener: () => void): () => void
  openLink(url: string): Promise<IpcCalls['link:open']['returns']>
  showMenu(actions: readonly MenuAction[]): Promise<IpcCalls['menu:show']['returns']>
  /** Calls the listener with the name of each chosen action. Returns a function that stops it. */
  onMenuChosen(listener: (name: string) => void): () => void
  desktopSettings(): Promise<DesktopSettings>
  changeDesktopSettings(change: Partial<DesktopSettings>): Promise<IpcCalls['desktop:change']['returns']>
  /** Calls the listener each time the machine wakes up. Returns a function that stops it. */
  onResumed(listener: () => void): () => void
}
