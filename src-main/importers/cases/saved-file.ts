import { savedCaseFile, type SavedCaseFile } from '../../../src-shared/contract/records/case-files.ts'
import type { Store } from '../../store/interface.ts'

/** A setting of the store, not a row of the case: a file cannot contain its own hash. */
const settingOf = (id: string): string => `case_file:${id}`

export const keepSavedFile = (store: Store, id: string, file: SavedCaseFile): Promise<void> =>
  store.write.saveSetting({ name: settingOf(id), value: JSON.stringify(file) })

/** Null for a case that was never saved to a file. */
export async function readSavedFile(store: Store, id: string): Promise<SavedCaseFile | null> {
  const text = await store.read.setting(settingOf(id))
  return text === null ? null : savedCaseFile.parse(JSON.parse(text))
}
