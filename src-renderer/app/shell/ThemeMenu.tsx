import { setTheme, usePreferences, type Theme } from '../../stores/preferences.ts'
import { useThemeMode } from '../../stores/theme-mode.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'

export const THEMES: readonly { readonly id: Theme; readonly label: string }[] = [
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
  { id: 'system', label: 'As the system' },
]

export function ThemeMenu() {
  const theme = usePreferences((state) => state.theme)
  const mode = useThemeMode((state) => state.mode)
  return (
    <Menu
      label="Theme"
      trigger={
        <button type="button" className="icon-button" aria-label="Theme" title="Theme">
          <Icon name={theme === 'system' ? 'system' : mode === 'dark' ? 'moon' : 'sun'} />
        </button>
      }
      items={THEMES.map(({ id, label }) => ({ id, label, checked: id === theme, onSelect: () => setTheme(id) }))}
    />
  )
}
