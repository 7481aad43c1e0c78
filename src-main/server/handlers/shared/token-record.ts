import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import type { RecordAnswer, RecordName, TokenRecords } from '../../../engine/interface.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ServerContext } from '../../context.ts'

/** Calls about one token's computed records share this way in. */
export interface TokenCall {
  readonly token: TokenKey
  left(): AbortSignal
}

/**
 * A record of a token. A token that is not stored is read first, where a source is set.
 *
 * @throws AppError token_not_found, token_pending, source_unavailable.
 */
export async function readRecord<N extends RecordName>(call: TokenCall, context: ServerContext, name: N): Promise<RecordAnswer<TokenRecords[N]>> {
  const stored = await context.engine.record(call.token, name)
  if (stored !== null) return stored
  await context.firstRead(call.token, call.left())
  const read = await context.engine.record(call.token, name)
  if (read === null) throw new AppError('token_not_found', { say: 'This token does not exist on the chain.' })
  return read
}
