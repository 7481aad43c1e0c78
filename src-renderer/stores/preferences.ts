import { create } from 'zustand'

/** Preferences of this browser: theme, panel sizes, basis of percentages. Saved in localStorage. */

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
  /** Null: open if the window is wide enough. */
  readonly dockOpen: boolean | null
  readonly inspectorOpen: boolean | null
  /** Id of the case that notes go to; null while none is open. */
  readonly openCase: string | null
  /** Tokens (`network:address`) whose pins and groups came from a case, newest last. The open case alone says what they are, also if it has none. */
  readonly caseGraphs: readonly string[]
  /** Whether tags and entities of the open case count in clusters and evidence. */
  readonly countCase: boolean
  /** Sizes of panels in percent, by group and panel. */
  readonly layouts: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Hidden columns, by table. */
  readonly hiddenColumns: Readonly<Record<string, readonly string[]>>
}

const DEFAULTS: Preferences = {
  theme: 'system',
  basis: 'supply',
  dockTab: 'holders',
  dockOpen: null,
  inspectorOpen: null,
  openCase: null,
  caseGraphs: [],
  countCase: true,
  layouts: {},
  hiddenColumns: {},
}

const MAX_CASE_GRAPHS = 100
const STORAGE_NAME = 'holderscope.preferences'

/** Reads saved preferences field by field. An invalid value becomes its default. */
export function readPreferences(text: string | null): Preferences {
  const saved = parseObject(text)
  return {
    theme: THEMES.find(({ id }) => id === saved['theme'])?.id ?? DEFAULTS.theme,
    basis: oneOf(saved['basis'], ['supply', 'circulating'], DEFAULTS.basis),
    dockTab: oneOf(saved['dockTab'], DOCK_TABS, DEFAULTS.dockTab),
    dockOpen: typeof saved['dockOpen'] === 'boolean' ? saved['dockOpen'] : DEFAULTS.dockOpen,
    inspectorOpen: typeof saved['inspectorOpen'] === 'boolean' ? saved['inspectorOpen'] : DEFAULTS.inspectorOpen,
    openCase: typeof saved['openCase'] === 'string' ? saved['openCase'] : DEFAULTS.openCase,
    caseGraphs: readTexts(saved['caseGraphs']),
    countCase: typeof saved['countCase'] === 'boolean' ? saved['countCase'] : DEFAULTS.countCase,
    layouts: readLayouts(saved['layouts']),
    hiddenColumns: readHiddenColumns(saved['hiddenColumns']),
  }
}

export const usePreferences = create<Preferences>(() => readPreferences(load()))
usePreferences.subscribe((preferences) => save(JSON.stringify(preferences)))

export const setTheme = (theme: Theme): void => usePreferences.setState({ theme })
export const setBasis = (basis: PercentBasis): void => usePreferences.setState({ basis })
export const setDockTab = (dockTab: DockTab): void => usePreferences.setState({ dockTab })
export const setOpenCase = (openCase: string | null): void => usePreferences.setState({ openCase, ...(openCase === null ? { caseGraphs: [] } : {}) })
export const noteCaseGraph = (token: string): void =>
  usePreferences.setState(({ caseGraphs }) => ({ caseGraphs: [...caseGraphs.filter((each) => each !== token), token].slice(-MAX_CASE_GRAPHS) }))
export const setCountCase = (countCase: boolean): void => usePreferences.setState({ countCase })
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
  return Object.fromEntries(entries.map(([table, columns]) => [table, readTexts(columns)]))
}

function readTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
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
    // If storage is full or forbidden, preferences are not saved.
  }
}
