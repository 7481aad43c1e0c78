import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HolderPage } from '../../../src-shared/contract/records/local.ts'
import type { RouteQuery } from '../../../src-shared/contract/routes.ts'
import { HOLDERS_CSV_HEAD, holderCsvLine } from '../../../src-shared/domain/holders-csv.ts'
import type { RecordAnswer } from '../../engine/interface.ts'
import { andThen } from '../../lib/awaitable.ts'
import type { LineForm } from '../../records/trade-lines.ts'
import type { Handler } from '../context.ts'
import { LINE_TYPES, recordAnswer, storedAnswer, type Answer } from '../http/answer.ts'
import { readRecord } from './shared/token-record.ts'

type Holders = Pick<RecordAnswer<HolderPage>, 'json' | 'rowStarts'>

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
    stream: Readable.from(lines(record, decimals, format), { objectMode: false }),
    provenance: record,
  }
}

/** Lines made in one turn of the event loop, which takes a few milliseconds. */
const LINES_AT_ONCE = 500

async function* lines(holders: Holders, decimals: number, format: LineForm): AsyncGenerator<Buffer> {
  if (format === 'csv') yield Buffer.from(HOLDERS_CSV_HEAD)
  const line = (holder: HolderPage['holders'][number]): string => (format === 'csv' ? holderCsvLine(holder, decimals) : `${JSON.stringify(holder)}\n`)
  for (let at = 0; at < countRows(holders); at += LINES_AT_ONCE) {
    const { holders: part } = JSON.parse(partOf(holders, at, at + LINES_AT_ONCE).toString('utf8')) as HolderPage
    yield Buffer.from(part.map(line).join(''))
    await nextTurn()
  }
}

function answerPart(record: RecordAnswer<HolderPage>, { offset = 0, limit = Infinity }: RouteQuery<'localHolders'>): Answer {
  if (offset === 0 && limit >= countRows(record)) return recordAnswer(record)
  // Every part has the ETag of the whole, so that a caller sees when parts are of different versions.
  return { ...storedAnswer(partOf(record, offset, offset + limit), record.etag, record), hash: `${record.etag} ${offset} ${limit}` }
}

const END = Buffer.from(']}')
const NO_ROWS = new Uint32Array(1)

/** The record with a part of its rows, cut out of its bytes: parsing all rows of a large token would take 100 ms. */
function partOf({ json, rowStarts = NO_ROWS }: Holders, from: number, to: number): Buffer {
  const count = countRows({ rowStarts })
  const start = rowStarts[Math.min(from, count)] ?? 0
  const end = (rowStarts[Math.min(to, count)] ?? 0) - 1
  return Buffer.concat([json.subarray(0, rowStarts[0]), json.subarray(start, Math.max(start, end)), END])
}

const countRows = ({ rowStarts = NO_ROWS }: Pick<Holders, 'rowStarts'>): number => rowStarts.length - 1
