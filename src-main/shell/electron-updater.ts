import library from 'electron-updater'
import type { Updater } from './updates.ts'

/** A module of its own, so that the library is a file that is loaded once a release feed is set, and left out of the command line's package. */
export const updater: Updater = library.autoUpdater
