import { contextBridge, ipcRenderer } from 'electron'
import type { DesktopBridge, IpcCalls, IpcChannel } from '../../src-shared/ipc.ts'

/** The only bridge between the page and the main process: three calls, and no Electron objects. */
function call<C extends IpcChannel>(channel: C, ...args: IpcCalls[C]['args']): Promise<IpcCalls[C]['returns']> {
  return ipcRenderer.invoke(channel, ...args) as Promise<IpcCalls[C]['returns']>
}

const bridge: DesktopBridge = {
  serviceAddress: () => call('service:address'),
  saveFile: (name, bytes) => call('file:save', { name, bytes }),
  openLink: (url) => call('link:open', url),
}

contextBridge.exposeInMainWorld('holderscope', bridge)
