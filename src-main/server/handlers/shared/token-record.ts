import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import type { FactGroup } from '../../../../src-shared/domain/token.ts'
import type { RecordAnswer, RecordName, TokenRecords } from '../../../engine/interface.ts'
import { hasFacts, isReady } from '../../../engine/readiness.ts'
import { AppError } from '../../../lib/app-error.ts'
import { andThen, type Awaitable } from '../../../lib/awaitable.ts'
import type { StoredToken } from '../../../store/interface.ts'
import type { ServerContext } from '../../context.ts'

/** A call about the facts of one token. */
export interface TokenCall {
  readonly token: TokenKey
  left(): AbortSignal
}

type Read<T> = () => Awaitable<T | null>

/**
 * What `read` finds. If it finds nothing and the network has a source, the token is read first.
 *
 * @throws AppError token_not_found, token_pending, source_unavailable.
 */
export const afterFirstRead = <T>(call: TokenCall, context: ServerContext, read: Read<T>): Awaitable<T> =>
  andThen(read(), (found) => found ?? readFirst(call, context, read))

async function readFirst<T>(call: TokenCall, { firstRead, store }: ServerContext, read: Read<T>): Promise<T> {
  const later = (await firstRead(call.token, call.left(), async () => read())) ?? (await read())
  if (later !== null) return later
  const stored = await store.read.token(call.token)
  if (stored === null) throw new AppError('token_not_found', { message: 'This token does not exist on the chain.' })
  const missing = stored.firstRead?.missing ?? []
  throw new AppError('source_unavailable', { message: `The read of this token did not return its ${missing.join(', ') || 'facts'}.` })
}

/** The stored token once its first read has stored the needed facts. Null before. */
export async function readyToken(token: TokenKey, { store }: ServerContext, needs?: readonly FactGroup[]): Promise<StoredToken | null> {
  const stored = await store.read.token(token)
  return stored === null || !isReady(stored, needs) ? null : stored
}

/** The stored token once its figures may be shown, even if the first read is still running. Null before. */
export async function answerableToken(token: TokenKey, { store }: ServerContext): Promise<StoredToken | null> {
  const stored = await store.read.token(token)
  return stored === null || !hasFacts(stored) ? null : stored
}

/** The value of `otherwise` for a token that is neither stored nor on the chain. Other errors are rethrown. */
export async function orIfNotFound<T>(answer: Awaitable<T>, otherwise: () => T): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'token_not_found') throw error
    return otherwise()
  }
}

/** A record of a token. Synchronous if it is in memory. @throws as `afterFirstRead` */
export const readRecord = <N extends RecordName>(call: TokenCall, context: ServerContext, name: N): Awaitable<RecordAnswer<TokenRecords[N]>> =>
  afterFirstRead(call, context, () => context.engine.record(call.token, name))
