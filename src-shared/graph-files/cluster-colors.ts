/**
 * Cluster colours by number: twelve hues, which then repeat with a ring (`clusterRing`). Chosen by search in OKLab: the smallest distance between any
 * two is 0.06 or more under normal sight and under simulated deuteranopia, protanopia and tritanopia (Machado, Oliveira, Fernandes 2009, severity 1),
 * and every hue has at least 3:1 against the theme's background (WCAG 2.2, 1.4.11). `src-renderer/graph/theme/palette.test.ts` checks both.
 */

export type ThemeMode = 'light' | 'dark'

export const CLUSTER_PALETTE: Readonly<Record<ThemeMode, readonly string[]>> = {
  light: ['#375ecf', '#da720d', '#b468ee', '#639c67', '#8d671d', '#a3394c', '#165f83', '#6c005b', '#0e24a3', '#505901', '#8e6b9a', '#523624'],
  dark: ['#1874ed', '#f39a20', '#c086f1', '#b0ee65', '#8b7b02', '#e17172', '#8ddefd', '#de379b', '#817acb', '#a0c582', '#d1a9c5', '#efd1b6'],
}

export const CLUSTER_STEPS = 12

/** Fill colour of the cluster with this index: the same in every snapshot. */
export function clusterColor(index: number, theme: ThemeMode): string {
  const palette = CLUSTER_PALETTE[theme]
  return palette[index % palette.length] ?? ''
}

/** How often the palette repeats before this index: 0 draws no ring, 1 or more draws one. */
export function clusterRing(index: number): number {
  return Math.floor(index / CLUSTER_STEPS)
}
