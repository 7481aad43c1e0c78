import { Readable } from 'node:stream'
import type { HolderPage } from '../../../src-shared/contract/records/local.ts'
import type { RouteQuery } from '../../../src-shared/contract/routes.ts'
import { HOLDERS_CSV_HEAD, holderCsvLine } from '../../../src-shared/domain/holders-csv.ts'
import type { RecordAnswer } from '../../engine/interface.ts'
import { andThen } from '../../lib/awaitable.ts'
import { LINE_TYPES, recordAnswer, storedAnswer, type Answer } from '../http/answer.ts'
import type { Handler } from '../context.ts'
import type { LineForm } from '../../records/trade-lines.ts'
import { readRecord } from './shared/token-record.ts'

/** All holders in the bytes of the record, or a part of them. */
export const localHolders: Handler<'localHolders'> = (call, context) =>
  andThen(readRecord(call, context, 'localHolders'), (record) => answerPart(record, call.query))

export const holderLines: Handler<'holderLines'> = async (call, context) => {
  const record = await readRecord(call, context, 'localHolders')
  const decimals = (await context.store.read.token(call.token))?.decimals ?? 0
  const { format = 'ndjson' } = call.query
  return {
    kind: 'stream',
    type: LINE_TYPES[format],
    stream: Readable.from(lines(record.value.holders, decimals, format), { objectMode: false }),
    provenance: record,
  }
}

/** Lines made in one turn of the event loop, which takes about a millisecond. */
const LINES_AT_ONCE = 500

function* lines(holders: HolderPage['holders'], decimals: number, format: LineForm): Generator<Buffer> {
  if (format === 'csv') yield Buffer.from(HOLDERS_CSV_HEAD)
  const line = (holder: HolderPage['holders'][number]): string => (format === 'csv' ? holderCsvLine(holder, decimals) : `${JSON.stringify(holder)}\n`)
  for (let at = 0; at < holders.length; at += LINES_AT_ONCE)
    yield Buffer.from(
      holders
        .slice(at, at + LINES_AT_ONCE)
        .map(line)
        .join(''),
    )
}

function answerPart(record: RecordAnswer<HolderPage>, { offset = 0, limit }: RouteQuery<'localHolders'>): Answer {
  if (offset === 0 && (limit === undefined || limit >= record.value.holders.length)) return recordAnswer(record)
  const page: HolderPage = {
    total: record.value.total,
    holders: record.value.holders.slice(offset, limit === undefined ? undefined : offset + limit),
  }
  // Every part has the ETag of the whole, so that a caller sees when parts are of different versions.
  return { ...storedAnswer(Buffer.from(JSON.stringify(page)), record.etag, record), hash: `${record.etag} ${offset} ${limit ?? ''}` }
}
