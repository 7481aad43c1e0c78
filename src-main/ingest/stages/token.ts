import { grouped } from '../../../src-shared/domain/shown.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { HolderSource } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import { NOTHING_READ } from './first-read.ts'
import { done, type Stage } from './stage.ts'

/** What is missing when a read starts after the token's creation. */
const MISSING_BEFORE_START: Readonly<Record<HolderSource, string>> = {
  replayed: 'earlier holders and trades are missing',
  listed: 'earlier trades and transfers are missing',
}

/** Metadata, supply, owner and creation of the token at the pinned block. */
export const readTokenStage: Stage = async ({ store, adapter, token, head, options, signal, progress, findCreator }) => {
  const info = await adapter.token(token.address, head, signal)
  if (info === null) {
    throw new AppError('token_not_found', {
      message: `There is no token at this address on ${NETWORKS[token.network].name}; check the address and the network.`,
    })
  }
  const partial = options.sinceBlock !== null && options.sinceBlock > (info.createdBlock ?? 0)
  const notes = partial
    ? [...info.notes, `Read from block ${grouped(options.sinceBlock)} on: ${MISSING_BEFORE_START[adapter.holderSource]}.`]
    : info.notes
  const before = await store.read.token(token)
  const found = info.creator === null && before?.creator == null ? await findCreator() : null
  const firstRead = before === null ? { firstRead: NOTHING_READ } : {}
  await store.write.saveToken({
    ...info,
    ...firstRead,
    notes,
    forgets: info.owner === null ? ['owner'] : [],
    ...(found === null ? {} : { creator: found.creator, creatorSource: found.source }),
  })
  progress(1, 1)
  return done([...info.notes, ...(found === null ? [] : [`The creator could not be read from the chain; ${found.source} names it.`])])
}
