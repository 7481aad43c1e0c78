import type { HolderPage } from '../../../src-shared/contract/records/local.ts'
import type { RouteQuery } from '../../../src-shared/contract/routes.ts'
import type { RecordAnswer } from '../../engine/interface.ts'
import { recordAnswer, valueAnswer, type Answer } from '../http/answer.ts'
import type { Handler } from '../context.ts'
import { readRecord } from './shared/token-record.ts'

/** All holders in the bytes of the record, or a part of them. */
export const localHolders: Handler<'localHolders'> = async (call, context) => answerPart(await readRecord(call, context, 'localHolders'), call.query)

function answerPart(record: RecordAnswer<HolderPage>, { offset = 0, limit }: RouteQuery<'localHolders'>): Answer {
  if (offset === 0 && (limit === undefined || limit >= record.value.holders.length)) return recordAnswer(record)
  const page: HolderPage = {
    total: record.value.total,
    holders: record.value.holders.slice(offset, limit === undefined ? undefined : offset + limit),
  }
  return valueAnswer(page, record)
}
