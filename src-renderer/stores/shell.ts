import { create } from 'zustand'

/** Dialogs over the page. Not saved. */
export interface ShellState {
  readonly palette: { readonly open: boolean; readonly text: string }
  readonly shortcuts: boolean
}

export const useShell = create<ShellState>(() => ({ palette: { open: false, text: '' }, shortcuts: false }))

export const openPalette = (text = ''): void => useShell.setState({ palette: { open: true, text }, shortcuts: false })
export const closePalette = (): void => useShell.setState({ palette: { open: false, text: '' } })
export const showShortcuts = (shortcuts: boolean): void => useShell.setState({ shortcuts })
