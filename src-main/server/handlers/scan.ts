import type { Origin } from '../../../src-shared/domain/token.ts'
import type { DataSource } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { StoredScan } from '../../store/interface.ts'
import type { Answer } from '../answer.ts'
import type { Handler } from '../context.ts'

export const sourceOfOrigin = (origin: Origin): DataSource => (origin === 'import' ? 'import' : 'live')

const scanAnswer = (scan: StoredScan, source: DataSource): Answer => ({
  kind: 'record',
  json: scan.json,
  etag: scan.sha256,
  provenance: { asOf: scan.generatedAt * 1000, source },
})

/** The stored report of a token. A token nobody has read is read first, as everywhere; a report is never made up. */
export const scan: Handler<'scan'> = async ({ token, left }, { store, firstRead }) => {
  const [stored, known] = await Promise.all([store.read.scan(token), store.read.token(token)])
  if (stored !== null) return scanAnswer(stored, known === null ? 'live' : sourceOfOrigin(known.origin))
  if (known === null) {
    await firstRead(token, left())
    const read = await store.read.scan(token)
    if (read !== null) return scanAnswer(read, 'live')
  }
  throw new AppError('token_not_found', { say: 'No scan of this token is stored.' })
}
