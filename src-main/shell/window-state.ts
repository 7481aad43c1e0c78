import { readFileSync } from 'node:fs'
import { screen, type BrowserWindow, type Rectangle } from 'electron'
import { z } from 'zod'
import type { Logger } from '../lib/logger.ts'

/** Size, position and zoom of the window, remembered for each display. */

const placement = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(400).max(20_000),
  height: z.int().min(300).max(20_000),
  maximized: z.boolean(),
  zoom: z.number().min(0.25).max(5),
})
export type Placement = z.infer<typeof placement>
const stateSchema = z.object({ lastDisplay: z.string(), displays: z.record(z.string(), placement) })
type State = z.infer<typeof stateSchema>

const DEFAULT_SIZE = { width: 1440, height: 900 }

export interface WindowState {
  /** Placement of a new window: the last one, if it is on a connected display. */
  initial(): Partial<Placement> & { readonly width: number; readonly height: number }
  /** Remembers a window before it closes. */
  save(window: BrowserWindow): void
}

/** @param write replaces the file; its failure is logged and changes nothing else */
export function openWindowState(file: string, write: (path: string, text: string) => Promise<void>, logger: Logger): WindowState {
  let state = readState(file)
  return {
    initial() {
      const display = screen.getAllDisplays().find(({ id }) => String(id) === state.lastDisplay)
      const known = state.displays[state.lastDisplay]
      return display !== undefined && known !== undefined && isVisible(known, display.workArea) ? known : DEFAULT_SIZE
    },
    save(window) {
      const bounds = window.getNormalBounds()
      const id = String(screen.getDisplayMatching(bounds).id)
      const saved = { ...bounds, maximized: window.isMaximized(), zoom: window.webContents.getZoomFactor() }
      state = { lastDisplay: id, displays: { ...state.displays, [id]: saved } }
      write(file, `${JSON.stringify(state)}\n`).catch((error: unknown) => logger.warn({ err: error }, 'the window state was not saved'))
    },
  }
}

function readState(file: string): State {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { lastDisplay: '', displays: {} }
  }
}

/** Whether enough of a window is on the display to be seen and moved. */
function isVisible(window: Rectangle, area: Rectangle): boolean {
  const overlap = (start: number, length: number, from: number, size: number): number => Math.min(start + length, from + size) - Math.max(start, from)
  return overlap(window.x, window.width, area.x, area.width) >= 100 && overlap(window.y, window.height, area.y, area.height) >= 100
}
