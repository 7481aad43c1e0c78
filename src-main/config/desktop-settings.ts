import { z } from 'zod'
import type { DesktopSettings } from '../../src-shared/ipc.ts'
import { AppError } from '../lib/app-error.ts'
import { writeSetting } from './config-file.ts'
import { secureUrl } from './secure-url.ts'

/** Settings of the desktop window as stored in the settings file (docs/cli.md#the-desktop-window). All are off by default. */
export const desktopSettings = z
  .strictObject({
    tray: z.boolean().default(false),
    notices: z.boolean().default(false),
    update_feed: secureUrl.nullable().default(null),
  })
  .transform(({ tray, notices, update_feed }): DesktopSettings => ({ tray, notices, updateFeed: update_feed }))
  .prefault({})

const NAMES: Readonly<Record<keyof DesktopSettings, string>> = { tray: 'tray', notices: 'notices', updateFeed: 'update_feed' }

export interface DesktopSettingsOwner {
  current(): DesktopSettings
  /** Writes to the settings file and applies immediately. Resolves to null, or to the reason why nothing was changed. */
  change(change: Partial<DesktopSettings>): Promise<string | null>
  onChange(listener: (settings: DesktopSettings) => void): void
}

export function createDesktopSettings({ dataDir, desktop }: { readonly dataDir: string; readonly desktop: DesktopSettings }): DesktopSettingsOwner {
  let current = desktop
  const listeners: ((settings: DesktopSettings) => void)[] = []
  return {
    current: () => current,
    async change(change) {
      const feed = secureUrl.nullable().safeParse(change.updateFeed ?? null)
      if (!feed.success) return `The release feed ${feed.error.issues[0]?.message ?? 'is not a URL'}.`
      try {
        for (const [name, value] of Object.entries(change)) await writeSetting(dataDir, 'desktop', NAMES[name as keyof DesktopSettings], value)
      } catch (error) {
        if (error instanceof AppError) return error.message
        throw error
      }
      current = { ...current, ...change }
      for (const listener of listeners) listener(current)
      return null
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
