import { contextBridge, ipcRenderer } from 'electron'
import type { DesktopBridge, IpcCalls, IpcChannel, IpcEvents } from '../../src-shared/ipc.ts'

/** The only bridge between the page and the main process: a few calls, three events, and no Electron objects. */
function call<C extends IpcChannel>(channel: C, ...args: IpcCalls[C]['args']): Promise<IpcCalls[C]['returns']> {
  return ipcRenderer.invoke(channel, ...args) as Promise<IpcCalls[C]['returns']>
}

function listen<C extends keyof IpcEvents>(channel: C, listener: (...args: IpcEvents[C]) => void): () => void {
  const heard = (_event: unknown, ...args: IpcEvents[C]): void => listener(...args)
  ipcRenderer.on(channel, heard as (event: unknown, ...args: unknown[]) => void)
  return () => void ipcRenderer.off(channel, heard as (event: unknown, ...args: unknown[]) => void)
}

const bridge: DesktopBridge = {
  serviceAddress: () => call('service:address'),
  saveFile: (name, bytes) => call('file:save', { name, bytes }),
  takeFile: () => call('file:take'),
  onFileWaits: (listener) => listen('file:waits', listener),
  openLink: (url) => call('link:open', url),
  showMenu: (actions) => call('menu:show', actions),
  onMenuChosen: (listener) => listen('menu:chosen', listener),
  desktopSettings: () => call('desktop:settings'),
  changeDesktopSettings: (change) => call('desktop:change', change),
  onResumed: (listener) => listen('system:resumed', listener),
}

contextBridge.exposeInMainWorld('holderscope', bridge)
