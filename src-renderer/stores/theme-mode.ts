import { create } from 'zustand'

/** The active theme, with `system` resolved. Charts read it. */
export type ThemeMode = 'light' | 'dark'

export const useThemeMode = create<{ readonly mode: ThemeMode }>(() => ({ mode: 'light' }))
export const setThemeMode = (mode: ThemeMode): void => useThemeMode.setState({ mode })
