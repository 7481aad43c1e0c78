import type { MenuItemConstructorOptions } from 'electron'
import type { Windows } from './windows.ts'

/** A page of the app as menus outside the window show it. */
export interface PageLink {
  /** Names of tokens come from chains and are untrusted. */
  readonly label: string
  readonly path: string
}

const MAX_LABEL = 60

/** Text from chains as one line without control characters. */
export function shortLine(text: string, most = MAX_LABEL): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** Menus underline the letter after a single `&`. */
export const menuLabel = (text: string): string => shortLine(text).replaceAll('&', '&&')

export const pageEntries = (links: readonly PageLink[], windows: Windows): MenuItemConstructorOptions[] =>
  links.map(({ label, path }) => ({ label: menuLabel(label), click: () => void windows.show([{ kind: 'page', path }]) }))
