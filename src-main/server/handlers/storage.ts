import type { CompactRecord, StorageRecord } from '../../../src-shared/contract/records/storage.ts'
import { liveAnswer } from '../http/answer.ts'
import type { Handler, ServerContext } from '../context.ts'

/** The size of the database, its limit, and compacting. */

export const storage: Handler<'storage'> = async (_call, context) => answered(context, await storageRecord(context))

export const setStorage: Handler<'setStorage'> = async ({ body }, context) => {
  if (body.limit_bytes !== undefined) await context.store.write.setStorageLimit({ bytes: body.limit_bytes })
  if (body.firehose_keep_hours !== undefined) await context.follow.keepFor(body.firehose_keep_hours)
  return answered(context, await storageRecord(context))
}

export const compactStorage: Handler<'compactStorage'> = async (_call, context) => {
  const { fileBytes, freedBytes } = await context.store.write.compact()
  return answered(context, { file_bytes: fileBytes, freed_bytes: freedBytes } satisfies CompactRecord)
}

const answered = ({ clock }: ServerContext, value: unknown) => liveAnswer(value, clock)

async function storageRecord({ store }: ServerContext): Promise<StorageRecord> {
  const { fileBytes, walBytes, freeBytes, limitBytes, keepHours, rows, tokens } = await store.read.storage()
  const { nativeTransfers, networkBlocks, ...others } = rows
  return {
    file_bytes: fileBytes,
    wal_bytes: walBytes,
    free_bytes: freeBytes,
    limit_bytes: limitBytes,
    firehose_keep_hours: keepHours,
    rows: { ...others, native_transfers: nativeTransfers, network_blocks: networkBlocks },
    tokens: tokens.map(({ network, address, bytes }) => ({ network, token_address: address, bytes })),
  }
}
