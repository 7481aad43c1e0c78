import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useClient } from '../../api/service.tsx'
import { tokensQuery } from '../../api/service-queries.ts'
import { CommandPalette } from './CommandPalette.tsx'
import { Rail } from './Rail.tsx'
import { RefetchFailure } from './RefetchFailure.tsx'
import { ShortcutsSheet } from './ShortcutsSheet.tsx'
import { TopBar } from './TopBar.tsx'
import { useBrowserNotices } from './use-browser-notices.ts'
import { useDesktopMenu } from './use-desktop-menu.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useShortcuts } from './use-shortcuts.ts'

export function Shell() {
  useShortcuts()
  useDesktopMenu()
  useFileDrop()
  useBrowserNotices()
  useKeptFocus()
  // Prefetches the tokens that the palette lists.
  useQuery(tokensQuery(useClient()))
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Rail />
      <div className="shell-side">
        <TopBar />
        <RefetchFailure />
        <main id="main" className="shell-main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <CommandPalette />
      <ShortcutsSheet />
    </div>
  )
}
