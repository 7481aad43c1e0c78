import { LIFE_LINES_MAX } from '../../../src-shared/contract/routes.ts'
import type { RuleChanges } from '../../engine/interface.ts'
import type { QueryName, Queries } from '../../engine/queries.ts'
import { parseAddresses, parseOne } from '../http/parse-addresses.ts'
import { recordAnswer, type Answer } from '../http/answer.ts'
import type { Handler, ServerContext } from '../context.ts'
import { afterFirstRead, type TokenCall } from './shared/token-record.ts'

/** Queries about findings: evidence, paths, neighbours, life lines, the launch. */

const NEIGHBOURS_DEFAULT = 100

export const why: Handler<'why'> = (call, context) => answerQuery(call, context, 'why', pairOf(call))

export const path: Handler<'path'> = (call, context) => answerQuery(call, context, 'path', pairOf(call))

export const wallet: Handler<'wallet'> = (call, context) =>
  answerQuery(call, context, 'wallet', { wallet: parseOne(call.token.network, call.params.wallet, ['path', 'wallet']) })

export const neighbours: Handler<'neighbours'> = (call, context) => {
  const wallet = parseOne(call.token.network, call.params.wallet, ['path', 'wallet'])
  return answerQuery(call, context, 'neighbours', { wallet, limit: call.query.limit ?? NEIGHBOURS_DEFAULT })
}

export const lifeLines: Handler<'lifeLines'> = (call, context) => {
  const wallets = parseAddresses(call.token.network, call.query.wallets, ['query', 'wallets'], LIFE_LINES_MAX)
  return answerQuery(call, context, 'lifeLines', { wallets })
}

export const early: Handler<'early'> = (call, context) => answerQuery(call, context, 'early', {})

function pairOf({ token, query }: TokenCall & { readonly query: { readonly a: string; readonly b: string } }): { a: string; b: string } {
  return { a: parseOne(token.network, query.a, ['query', 'a']), b: parseOne(token.network, query.b, ['query', 'b']) }
}

/** @throws AppError token_not_found, token_pending, source_unavailable. */
export async function answerQuery<N extends QueryName>(
  call: TokenCall,
  context: ServerContext,
  name: N,
  params: Queries[N]['params'],
  trial?: RuleChanges,
): Promise<Answer> {
  return recordAnswer(await afterFirstRead(call, context, () => context.engine.query(call.token, name, params, trial)))
}
