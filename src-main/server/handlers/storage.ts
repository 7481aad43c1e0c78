import type { CompactRecord, StorageRecord } from '../../../src-shared/contract/records/storage.ts'
import { liveAnswer } from '../http/answer.ts'
import type { Handler, ServerContext } from '../context.ts'

/** The size of the database, its limit, and compacting. */

export const storage: Handler<'storage'> = async (_call, context) => answered(context, await storageRecord(context))

export const setStorageLimit: Handler<'setStorageLimit'> = async ({ body }, context) => {
  await context.store.write.setStorageLimit({ bytes: body.limit_bytes })
  return answered(context, await storageRecord(context))
}

export const compactStorage: Handler<'compactStorage'> = async (_call, context) => {
  const { fileBytes, freedBytes } = await context.store.write.compact()
  return answered(context, { file_bytes: fileBytes, freed_bytes: freedBytes } satisfies CompactRecord)
}

const answered = ({ clock }: ServerContext, value: unknown) => liveAnswer(value, clock)

async function storageRecord({ store }: ServerContext): Promise<StorageRecord> {
  const { fileBytes, walBytes, freeBytes, limitBytes, rows, tokens } = await store.read.storage()
  const { nativeTransfers, ...others } = rows
  return {
    file_bytes: fileBytes,
    wal_bytes: walBytes,
    free_bytes: freeBytes,
    limit_bytes: limitBytes,
    rows: { ...others, native_transfers: nativeTransfers },
    tokens: tokens.map(({ network, address, bytes }) => ({ network, token_address: address, bytes })),
  }
}
