import { valueAnswer } from '../http/answer.ts'
import { parseColumnsOption } from '../../importers/lists/list-options.ts'
import type { Handler } from '../context.ts'

const UNNAMED = 'upload'
const LISTED = 500

/** Imports a file of another tool, or recorded node answers. */
export const importFile: Handler<'importFile'> = async ({ query, body }, { importer, clock }) => {
  const { network = null, name = UNNAMED, token_address: token = null, decimals = null, supply = null } = query
  const list = { token, decimals, supply, columns: query.columns === undefined ? null : parseColumnsOption(query.columns) }
  const result = await importer.importBytes(body, { network, name, list })
  return valueAnswer(result, { asOf: clock.now(), source: 'import' })
}

export const imports: Handler<'imports'> = async (_call, { store, clock }) =>
  valueAnswer({ imports: await store.read.imports({ limit: LISTED }) }, { asOf: clock.now(), source: 'import' })
