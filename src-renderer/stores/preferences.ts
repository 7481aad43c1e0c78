import { create } from 'zustand'

/** What this person likes on this machine: theme, panel sizes, ways of counting. Kept in the browser's own storage. */

export type Theme = 'system' | 'light' | 'dark'
export const THEMES: readonly { readonly id: Theme; readonly label: string }[] = [
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
  { id: 'system', label: 'System' },
]
const DOCK_TABS = ['holders', 'clusters', 'rules'] as const
/** `supply`: percent of total supply. `circulating`: of supply without pools and burns. */
export type PercentBasis = 'supply' | 'circulating'
export type DockTab = (typeof DOCK_TABS)[number]

export interface Preferences {
  readonly theme: Theme
  readonly basis: PercentBasis
  readonly dockTab: DockTab
  readonly dockOpen: boolean
  readonly inspectorOpen: boolean
  /** Sizes of panels in percent, by group and panel. */
  readonly layouts: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Columns taken out of each table, by table. */
  readonly hiddenColumns: Readonly<Record<string, readonly string[]>>
}

const DEFAULTS: Preferences = {
  theme: 'system',
  basis: 'supply',
  dockTab: 'holders',
  dockOpen: true,
  inspectorOpen: true,
  layouts: {},
  hiddenColumns: {},
}

const STORAGE_NAME = 'holderscope.preferences'

/** What was kept, field by field: anything that does not fit falls back to its default. */
export function readPreferences(text: string | null): Preferences {
  const kept = parseObject(text)
  return {
    theme: THEMES.find(({ id }) => id === kept['theme'])?.id ?? DEFAULTS.theme,
    basis: oneOf(kept['basis'], ['supply', 'circulating'], DEFAULTS.basis),
    dockTab: oneOf(kept['dockTab'], DOCK_TABS, DEFAULTS.dockTab),
    dockOpen: typeof kept['dockOpen'] === 'boolean' ? kept['dockOpen'] : DEFAULTS.dockOpen,
    inspectorOpen: typeof kept['inspectorOpen'] === 'boolean' ? kept['inspectorOpen'] : DEFAULTS.inspectorOpen,
    layouts: readLayouts(kept['layouts']),
    hiddenColumns: readHiddenColumns(kept['hiddenColumns']),
  }
}

export const usePreferences = create<Preferences>(() => readPreferences(load()))
usePreferences.subscribe((preferences) => save(JSON.stringify(preferences)))

export const setTheme = (theme: Theme): void => usePreferences.setState({ theme })
export const setBasis = (basis: PercentBasis): void => usePreferences.setState({ basis })
export const setDockTab = (dockTab: DockTab): void => usePreferences.setState({ dockTab })
export const setDockOpen = (dockOpen: boolean): void => usePreferences.setState({ dockOpen })
export const setInspectorOpen = (inspectorOpen: boolean): void => usePreferences.setState({ inspectorOpen })
export const setLayout = (group: string, sizes: Readonly<Record<string, number>>): void =>
  usePreferences.setState(({ layouts }) => ({ layouts: { ...layouts, [group]: sizes } }))
export const toggleColumn = (table: string, column: string): void =>
  usePreferences.setState(({ hiddenColumns }) => {
    const hidden = hiddenColumns[table] ?? []
    const next = hidden.includes(column) ? hidden.filter((each) => each !== column) : [...hidden, column]
    return { hiddenColumns: { ...hiddenColumns, [table]: next } }
  })

function readHiddenColumns(value: unknown): Preferences['hiddenColumns'] {
  if (!isRecord(value)) return {}
  const entries = Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  return Object.fromEntries(entries.map(([table, columns]) => [table, columns.filter((column) => typeof column === 'string')]))
}

function readLayouts(value: unknown): Preferences['layouts'] {
  const layouts: Record<string, Record<string, number>> = {}
  if (!isRecord(value)) return layouts
  for (const [group, sizes] of Object.entries(value)) {
    if (!isRecord(sizes)) continue
    const entries = Object.entries(sizes).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    layouts[group] = Object.fromEntries(entries)
  }
  return layouts
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], fallback: T): T {
  return allowed.find((each) => each === value) ?? fallback
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function load(): string | null {
  try {
    return globalThis.localStorage?.getItem(STORAGE_NAME) ?? null
  } catch {
    return null
  }
}

function save(text: string): void {
  try {
    globalThis.localStorage?.setItem(STORAGE_NAME, text)
  } catch {
    // Storage that is full or forbidden only costs the memory of a preference.
  }
}
