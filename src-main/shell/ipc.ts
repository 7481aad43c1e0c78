import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { dialog, ipcMain, shell } from 'electron'
import { z } from 'zod'
import type { IpcCalls, IpcChannel } from '../../src-shared/ipc.ts'
import type { Logger } from '../lib/logger.ts'
import { isWebLink } from './links.ts'
import { isTrustedSender } from './trusted-sender.ts'

export interface ShellService {
  readonly origin: string
  readonly key: string
}

/** Largest image or export that the page can save. */
const MAX_SAVED_BYTES = 256 * 1024 * 1024

/** Registers the handler of every channel. Each call is checked for its sender, then parsed, then executed. */
export function registerIpc(service: ShellService, logger: Logger): void {
  function handle<C extends IpcChannel>(
    channel: C,
    schema: z.ZodType<IpcCalls[C]['args']>,
    act: (...args: IpcCalls[C]['args']) => IpcCalls[C]['returns'] | Promise<IpcCalls[C]['returns']>,
  ): void {
    ipcMain.handle(channel, async (event, ...args: unknown[]) => {
      if (!isTrustedSender(event, service.origin)) {
        logger.warn({ channel, url: event.senderFrame?.url }, 'refused a call from an untrusted frame')
        throw new Error('Calls from this frame are not allowed.')
      }
      return act(...schema.parse(args))
    })
  }

  handle('service:address', z.tuple([]), () => ({ origin: service.origin, key: service.key }))
  handle(
    'file:save',
    z.tuple([z.object({ name: z.string().min(1).max(200), bytes: z.instanceof(Uint8Array).refine((b) => b.byteLength <= MAX_SAVED_BYTES) })]),
    saveFile,
  )
  handle('link:open', z.tuple([z.string().max(2000)]), async (url) => {
    if (!isWebLink(url)) return 'refused'
    await shell.openExternal(url)
    return 'opened'
  })
}

async function saveFile({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<'saved' | 'cancelled'> {
  // The page only suggests a name. The user chooses the path in the system dialog.
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: basename(name) })
  if (canceled || filePath === '') return 'cancelled'
  await writeFile(filePath, bytes)
  return 'saved'
}
