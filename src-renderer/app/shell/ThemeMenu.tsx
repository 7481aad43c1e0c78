import { setTheme, THEMES, usePreferences } from '../../stores/preferences.ts'
import { useThemeMode } from '../../stores/theme-mode.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'

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
