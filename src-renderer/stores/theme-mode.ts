import { create } from 'zustand'

/** The theme that is on now, after `system` was resolved. Charts draw with it. */
export type ThemeMode = 'light' | 'dark'

export const useThemeMode = create<{ readonly mode: ThemeMode }>(() => ({ mode: 'light' }))
export const setThemeMode = (mode: ThemeMode): void => useThemeMode.setState({ mode })
