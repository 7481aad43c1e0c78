import { valueAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'

const UNNAMED = 'upload'
const LISTED = 500

/** A file of another tool, or recorded node answers, into the store. */
export const importFile: Handler<'importFile'> = async ({ query, body }, { importer, clock }) => {
  const result = await importer.importBytes(body, { network: query.network ?? null, name: query.name ?? UNNAMED })
  return valueAnswer(result, { asOf: clock.now(), source: 'import' })
}

export const imports: Handler<'imports'> = async (_call, { store, clock }) =>
  valueAnswer({ imports: await store.read.imports({ limit: LISTED }) }, { asOf: clock.now(), source: 'import' })
