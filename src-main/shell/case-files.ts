import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { OpenedFile } from '../../src-shared/ipc.ts'

/** A case file that was opened from outside, until the page takes it. */
export interface WaitingCaseFile {
  /** @throws Error whose message says why the file cannot be opened */
  put(file: string): Promise<void>
  /** The file, once; null when none waits. */
  take(): Promise<OpenedFile | null>
}

export const isCaseFile = (file: string): boolean => extname(file).toLowerCase() === '.holderscope'

/** @param maxBytes largest file that the service takes */
export function createWaitingCaseFile(maxBytes: number): WaitingCaseFile {
  let waiting: string | null = null
  return {
    async put(file) {
      const { size } = await stat(file)
      if (size > maxBytes) throw new Error(`${file} is larger than ${maxBytes / 2 ** 20} MiB, which is the limit of a case file.`)
      waiting = file
    },
    async take() {
      const file = waiting
      waiting = null
      return file === null ? null : { name: basename(file), bytes: await readFile(file) }
    },
  }
}
