import type { HolderPage } from '../../../src-shared/contract/records/local.ts'
import { recordAnswer, valueAnswer } from '../answer.ts'
import type { Handler } from '../context.ts'
import { tokenRecord } from './token-record.ts'

/** All holders in the record's own bytes, or a part of them. */
export const localHolders: Handler<'localHolders'> = async (call, context) => {
  const record = await tokenRecord(call, context, 'localHolders')
  const { offset = 0, limit } = call.query
  if (offset === 0 && (limit === undefined || limit >= record.value.holders.length)) return recordAnswer(record)
  const page: HolderPage = {
    total: record.value.total,
    holders: record.value.holders.slice(offset, limit === undefined ? undefined : offset + limit),
  }
  return valueAnswer(page, { asOf: record.asOf, source: record.source })
}
