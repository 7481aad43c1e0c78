import { CLUSTER_PALETTE } from '../../src-shared/graph-files/cluster-colors.ts'
import { usePreferences } from '../stores/preferences.ts'
import { setThemeMode } from '../stores/theme-mode.ts'

/** Applies the selected theme and follows changes of the system theme. */
export function startTheme(): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = (): void => {
    const { theme } = usePreferences.getState()
    const mode = theme === 'system' ? (system.matches ? 'dark' : 'light') : theme
    const root = document.documentElement
    root.dataset['theme'] = mode
    for (const [index, color] of CLUSTER_PALETTE[mode].entries()) root.style.setProperty(`--cluster-${index + 1}`, color)
    setThemeMode(mode)
  }
  apply()
  system.addEventListener('change', apply)
  usePreferences.subscribe((next, before) => {
    if (next.theme !== before.theme) apply()
  })
}
