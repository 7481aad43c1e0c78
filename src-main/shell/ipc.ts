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

/** Largest picture or export that the page may hand over to be saved. */
const SAVE_MAX_BYTES = 256 * 1024 * 1024

/** Registers every call of the border: trust, then parse, then act. */
export function registerIpc(service: ShellService, logger: Logger): void {
  function handle<C extends IpcChannel>(
    channel: C,
    schema: z.ZodType<IpcCalls[C]['args']>,
    act: (...args: IpcCalls[C]['args']) => IpcCalls[C]['returns'] | Promise<IpcCalls[C]['returns']>,
  ): void {
    ipcMain.handle(channel, async (event, ...raw: unknown[]) => {
      if (!isTrustedSender(event, service.origin)) {
        logger.warn({ channel, url: event.senderFrame?.url }, 'refused a call from a frame that is not ours')
        throw new Error('This frame may not call the app.')
      }
      return act(...schema.parse(raw))
    })
  }

  handle('service:address', z.tuple([]), () => ({ origin: service.origin, key: service.key }))
  handle(
    'file:save',
    z.tuple([z.object({ name: z.string().min(1).max(200), bytes: z.instanceof(Uint8Array).refine((b) => b.byteLength <= SAVE_MAX_BYTES) })]),
    saveFile,
  )
  handle('link:open', z.tuple([z.string().max(2000)]), async (url) => {
    if (!isWebLink(url)) return 'refused'
    await shell.openExternal(url)
    return 'opened'
  })
}

async function saveFile({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<'saved' | 'cancelled'> {
  // The page suggests a name only; where the file goes is the person's choice in the system dialog.
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: basename(name) })
  if (canceled || filePath === '') return 'cancelled'
  await writeFile(filePath, bytes)
  return 'saved'
}
