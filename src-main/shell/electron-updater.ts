import library from 'electron-updater'
import type { Updater } from './updates.ts'

/** A separate module, so that the library is a separate file: it is loaded once a release feed is set, and left out of the command line's package. */
export const updater: Updater = library.autoUpdater
