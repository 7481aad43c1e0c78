import { NETWORKS } from '../../../src-shared/networks.ts'
import { grouped } from '../../../src-shared/domain/shown.ts'
import { AppError } from '../../lib/app-error.ts'
import type { HolderSource } from '../../chains/adapter.ts'
import { done, type Stage } from './stage.ts'

/** What a read that begins late leaves out. */
const LEFT_OUT: Readonly<Record<HolderSource, string>> = {
  replayed: 'holders and trades before it are missing',
  listed: 'trades and transfers before it are missing',
}

/** Metadata, supply, owner and creation at the pinned block. */
export const readTokenStage: Stage = async ({ store, adapter, token, head, options, signal, progress, creatorElsewhere }) => {
  const info = await adapter.token(token.address, head, signal)
  if (info === null) {
    throw new AppError('token_not_found', {
      say: `There is no token at this address on ${NETWORKS[token.network].name}; check the address and the network.`,
    })
  }
  const partial = options.sinceBlock !== null && options.sinceBlock > (info.createdBlock ?? 0)
  const notes = partial ? [...info.notes, `Read from block ${grouped(options.sinceBlock)} on: ${LEFT_OUT[adapter.holderSource]}.`] : info.notes
  const told = info.creator === null && (await store.read.token(token))?.creator == null ? await creatorElsewhere() : null
  await store.write.saveToken({ ...info, notes, ...(told === null ? {} : { creator: told.creator, creatorSource: told.source }) })
  progress(1, 1)
  const said = [...info.notes, ...(told === null ? [] : [`The chain does not tell who made the token; ${told.source} does.`])]
  return done(said.length === 0 ? null : said.join(' '))
}
