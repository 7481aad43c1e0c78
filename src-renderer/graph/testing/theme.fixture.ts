import type { GraphTheme } from '../theme/theme.ts'

export const LIGHT: GraphTheme = {
  mode: 'light',
  background: '#ffffff',
  wallet: '#9aa2ac',
  pool: '#0b7f86',
  exchange: '#a8660a',
  structure: '#6f7883',
  creator: '#3159d4',
  accent: '#3159d4',
  link: '#8d96a1',
  coin: '#827d77',
  label: '#16191d',
  quiet: '#4a525c',
  ring: '#57595c',
  font: 'Inter, sans-serif',
}
