import { writeFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { dialog, ipcMain, shell, type WebContents } from 'electron'
import { z } from 'zod'
import type { DesktopSettings, IpcCalls, IpcChannel, MenuAction, OpenedFile, SaveResult } from '../../src-shared/ipc.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import type { Logger } from '../lib/logger.ts'
import { isWebLink } from './links.ts'
import { isTrustedSender } from './trusted-sender.ts'

export interface IpcOptions {
  /** Address and key of the service. */
  readonly origin: string
  readonly key: string
  readonly logger: Logger
  takeFile(): Promise<OpenedFile | null>
  showActions(page: WebContents, actions: readonly MenuAction[]): void
  readonly settings: {
    current(): DesktopSettings
    /** Resolves to null, or to the reason why nothing was changed. */
    change(change: Partial<DesktopSettings>): Promise<string | null>
  }
}

/** Largest image or export that the page can save. */
const MAX_SAVED_BYTES = 256 * 1024 * 1024

/** Actions of a case contain its name, which is up to 200 characters long. */
const MAX_ACTION_NAME = 300

const menuActions = z
  .array(
    z.object({
      group: z.enum(['Views', 'Pages', 'Actions', 'Theme']),
      name: z.string().min(1).max(MAX_ACTION_NAME),
      role: z.enum(['undo', 'redo']).exactOptional(),
    }),
  )
  .max(100)
const settingsChange = z.strictObject({
  tray: z.boolean().exactOptional(),
  notices: z.boolean().exactOptional(),
  updateFeed: z.string().max(2000).nullable().exactOptional(),
})

/** Registers the handler of every channel. Each call is checked for its sender, then parsed, then executed. */
export function registerIpc({ origin, key, logger, takeFile, showActions, settings }: IpcOptions): void {
  function handle<C extends IpcChannel>(
    channel: C,
    schema: z.ZodType<IpcCalls[C]['args']>,
    act: (args: IpcCalls[C]['args'], page: WebContents) => Awaitable<IpcCalls[C]['returns']>,
  ): void {
    ipcMain.handle(channel, async (event, ...args: unknown[]) => {
      if (!isTrustedSender(event, origin)) {
        logger.warn({ channel, url: event.senderFrame?.url }, 'refused a call from an untrusted frame')
        throw new Error('Calls from this frame are not allowed.')
      }
      return act(schema.parse(args), event.sender)
    })
  }

  handle('service:address', z.tuple([]), () => ({ origin, key }))
  handle(
    'file:save',
    z.tuple([z.object({ name: z.string().min(1).max(200), bytes: z.instanceof(Uint8Array).refine((b) => b.byteLength <= MAX_SAVED_BYTES) })]),
    ([file]) => saveFile(file),
  )
  handle('file:take', z.tuple([]), takeFile)
  handle('link:open', z.tuple([z.string().max(2000)]), async ([url]) => {
    if (!isWebLink(url)) return 'refused'
    await shell.openExternal(url)
    return 'opened'
  })
  handle('menu:show', z.tuple([menuActions]), ([actions], page) => {
    showActions(page, actions)
    return 'shown'
  })
  handle('desktop:settings', z.tuple([]), () => settings.current())
  handle('desktop:change', z.tuple([settingsChange]), async ([change]) => {
    const fault = await settings.change(change)
    return { settings: settings.current(), fault }
  })
}

async function saveFile({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<SaveResult> {
  // The page only suggests a name. The user chooses the path in the system dialog.
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: basename(name) })
  if (canceled || filePath === '') return 'cancelled'
  if (extname(filePath).toLowerCase() !== extname(name)) return 'other_ending'
  await writeFile(filePath, bytes)
  return 'saved'
}
