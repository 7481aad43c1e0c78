import { openPalette, showShortcuts } from '../../stores/shell.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useOpenToken } from '../token-url.ts'
import { ConnectionState } from './ConnectionState.tsx'
import { JobChip } from './JobChip.tsx'
import { PanelToggles } from './PanelToggles.tsx'
import { SnapshotPicker } from './SnapshotPicker.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'

export function TopBar() {
  const token = useOpenToken()
  return (
    <header className="top">
      <button type="button" className="top-search row small quiet" aria-haspopup="dialog" onClick={() => openPalette()}>
        <Icon name="search" size={14} />
        <span className="truncate">Search, or paste a token address</span>
        <Kbd keys="Mod+K" />
      </button>
      {token === null ? null : <SnapshotPicker token={token} />}
      <div className="top-gap" />
      <JobChip />
      <ConnectionState network={token?.network ?? null} />
      {token === null ? null : <PanelToggles token={token} />}
      <ThemeMenu />
      <IconButton icon="keyboard" label="Keyboard shortcuts" shortcut="?" onClick={() => showShortcuts(true)} />
    </header>
  )
}
