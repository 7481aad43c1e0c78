import { luminance, mixColors, toHex } from './color.ts'
import { clusterColor, clusterRing, type ThemeMode } from '../../../src-shared/graph-files/cluster-colors.ts'

/** The colours of the graph as `#rrggbb`, because canvas and SVG files cannot read CSS variables. */
export interface GraphTheme {
  readonly mode: ThemeMode
  readonly background: string
  readonly wallet: string
  readonly pool: string
  readonly exchange: string
  readonly structure: string
  readonly creator: string
  readonly accent: string
  readonly link: string
  readonly coin: string
  readonly label: string
  readonly quiet: string
  /** Ring around wallets of a cluster whose colour repeats: a softened label colour. */
  readonly ring: string
  readonly font: string
}

/** The CSS variable of each colour in styles/tokens.css, and its fallback. */
const VARIABLES = {
  background: ['--surface', '#ffffff'],
  wallet: ['--wallet', '#9aa2ac'],
  pool: ['--pool', '#0b7f86'],
  exchange: ['--exchange', '#a8660a'],
  structure: ['--structure', '#6f7883'],
  creator: ['--creator', '#3159d4'],
  accent: ['--accent', '#3159d4'],
  link: ['--link', '#8d96a1'],
  coin: ['--link-native', '#7a6a3f'],
  label: ['--label', '#16191d'],
  quiet: ['--text-2', '#4a525c'],
} as const

/** Reads the current theme of `element`. */
export function readTheme(element: Element): GraphTheme {
  const style = getComputedStyle(element)
  const color = ([name, fallback]: readonly [string, string]): string => toHex(style.getPropertyValue(name), fallback)
  const background = color(VARIABLES.background)
  const label = color(VARIABLES.label)
  return {
    mode: luminance(background) > 0.4 ? 'light' : 'dark',
    background,
    wallet: color(VARIABLES.wallet),
    pool: color(VARIABLES.pool),
    exchange: color(VARIABLES.exchange),
    structure: color(VARIABLES.structure),
    creator: color(VARIABLES.creator),
    accent: color(VARIABLES.accent),
    link: color(VARIABLES.link),
    coin: mixColors(color(VARIABLES.coin), color(VARIABLES.link), 0.6),
    label,
    quiet: color(VARIABLES.quiet),
    ring: mixColors(label, background, 0.72),
    font: style.getPropertyValue('--font-text').trim() || 'system-ui, sans-serif',
  }
}

/** Colour of a cluster in this theme; grey if there is none. */
export function fillOf(theme: GraphTheme, cluster: number | null): string {
  return cluster === null ? theme.wallet : clusterColor(cluster, theme.mode)
}

/** Null for the first twelve clusters. */
export function ringOf(theme: GraphTheme, cluster: number | null): string | null {
  return cluster !== null && clusterRing(cluster) > 0 ? theme.ring : null
}
