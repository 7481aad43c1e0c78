/** Line icons on a 16 px grid. */
const PATHS = {
  search: 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm3.6-1.4L14 14',
  start: 'M2.5 7.5 8 2.8l5.5 4.7M4 6.6v6.6h8V6.6M6.8 13.2V9.6h2.4v3.6',
  graph:
    'M4.2 6.4a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM11.6 13.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM12.6 4.6a1.4 1.4 0 1 0 0-2.8 1.4 1.4 0 0 0 0 2.8ZM5.7 5.9l3.8 3.3M12.4 4.6l-.5 3.8',
  clusters:
    'M5 7.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8ZM11 7.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8ZM8 13.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8Z',
  holders: 'M2.5 3.5h11M2.5 8h11M2.5 12.5h7',
  distribution: 'M2.5 2.5v11h11M4.8 13.4C8.5 12.6 11.6 9.6 13 3.6',
  snapshots: 'M2.5 5h3l1-1.8h3l1 1.8h3v8h-11ZM8 11.2a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
  trades: 'M4.8 13V3M2.6 5.2 4.8 3 7 5.2M11.2 3v10M9 10.8l2.2 2.2 2.2-2.2',
  cases: 'M2.5 5h11v8h-11ZM5.6 5V3h4.8v2M2.5 8.6h11',
  watch: 'M4 11.4V7a4 4 0 0 1 8 0v4.4l1.2 1H2.8ZM6.6 13.8a1.5 1.5 0 0 0 2.8 0',
  jobs: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.8V8l2.3 1.6',
  api: 'M5.4 4.5 2 8l3.4 3.5M10.6 4.5 14 8l-3.4 3.5',
  settings:
    'M2.5 4.8h6M11.5 4.8h2M2.5 11.2h2M7.5 11.2h6M10 6.4a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM6 12.8a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Z',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8Z',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  close: 'm4 4 8 8M12 4l-8 8',
  chevronDown: 'm4 6 4 4 4-4',
  chevronUp: 'm4 10 4-4 4 4',
  chevronLeft: 'M10 4 6 8l4 4',
  chevronRight: 'm6 4 4 4-4 4',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  moon: 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8Z',
  system: 'M2.2 3h11.6v8H2.2ZM6 13.6h4M8 11v2.6',
  external: 'M9.5 2.5h4v4M13.2 2.8 8 8M11.5 9.5v4h-9v-9h4',
  download: 'M8 2.5v7.2M4.8 6.8 8 10l3.2-3.2M2.5 13.2h11',
  warning: 'M8 2.4 14.4 13.4H1.6ZM8 6.4v3.4M8 11.4v.4',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.4v3.6M8 5v.4',
  plus: 'M8 3v10M3 8h10',
  panelRight: 'M2.2 3h11.6v10H2.2ZM10 3v10',
  panelBottom: 'M2.2 3h11.6v10H2.2ZM2.2 9.4h11.6',
  keyboard: 'M1.8 4h12.4v8H1.8ZM4.4 6.6h.1M7 6.6h.1M9.4 6.6h.1M11.8 6.6h.1M5 9.6h6',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13.2 2.2v2.6h-2.6',
  undo: 'M6 3 3 6l3 3M3.2 6H10a3.4 3.4 0 0 1 0 6.8H6.4',
  redo: 'M10 3l3 3-3 3M12.8 6H6a3.4 3.4 0 0 0 0 6.8h3.6',
  swap: 'M3 5.2h9.6M10.2 2.8l2.4 2.4-2.4 2.4M13 10.8H3.4M5.8 8.4l-2.4 2.4 2.4 2.4',
  table: 'M2.5 3h11v10h-11ZM2.5 6.4h11M2.5 9.7h11M6.4 6.4V13',
  scan: 'M8 1.8 13 3.6v4.2c0 3-2 5.2-5 6.4-3-1.2-5-3.4-5-6.4V3.6ZM5.8 8l1.6 1.6 2.8-3',
  snipers: 'M8 12.6a4.6 4.6 0 1 0 0-9.2 4.6 4.6 0 0 0 0 9.2ZM8 1.6v3.6M8 10.8v3.6M1.6 8h3.6M10.8 8h3.6',
  bundlers: 'M2.6 5.2 8 2.4l5.4 2.8v5.6L8 13.6l-5.4-2.8ZM2.6 5.2 8 8l5.4-2.8M8 8v5.6',
  insiders: 'M5.2 9.4a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4ZM7.9 6.7h6M11 6.7v2.4M13.6 6.7v3',
  overlap: 'M6 11.6a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM10 12.4a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z',
  columns: 'M2.5 3h11v10h-11ZM6.2 3v10M9.9 3v10',
  upload: 'M8 10V2.8M4.8 5.8 8 2.6l3.2 3.2M2.5 13.2h11',
  pause: 'M5.6 3.4v9.2M10.4 3.4v9.2',
  play: 'M5 3.2 12.4 8 5 12.8Z',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
