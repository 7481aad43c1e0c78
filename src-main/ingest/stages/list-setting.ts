import { z } from 'zod'
import type { Store } from '../../store/interface.ts'

/** Lists of texts that are stored for later reads of a token, as settings. */

const list = z.array(z.string())

/** Empty if none is stored. */
export async function readList({ read }: Pick<Store, 'read'>, name: string): Promise<string[]> {
  const text = await read.setting(name)
  return text === null ? [] : list.parse(JSON.parse(text))
}

export const saveList = ({ write }: Pick<Store, 'write'>, name: string, texts: readonly string[]): Promise<void> =>
  write.saveSetting({ name, value: JSON.stringify(texts) })
