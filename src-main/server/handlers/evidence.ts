import { LIFE_LINES_MAX } from '../../../src-shared/contract/limits.ts'
import type { CountedUnder } from '../../engine/interface.ts'
import type { QueryName, Queries } from '../../engine/queries.ts'
import { parseAddresses, parseOne } from '../http/parse-addresses.ts'
import { recordAnswer, type Answer } from '../http/answer.ts'
import type { Handler, ServerContext } from '../context.ts'
import { noCase } from './shared/case-of-request.ts'
import { afterFirstRead, type TokenCall } from './shared/token-record.ts'

/** Queries about findings: evidence, paths, neighbours, life lines, the launch. */

const NEIGHBOURS_DEFAULT = 100

export const why: Handler<'why'> = (call, context) => answerUnderCase(call, context, 'why', pairOf(call))

export const path: Handler<'path'> = (call, context) => answerUnderCase(call, context, 'path', pairOf(call))

export const wallet: Handler<'wallet'> = (call, context) =>
  answerUnderCase(call, context, 'wallet', { wallet: parseOne(call.token.network, call.params.wallet, ['path', 'wallet']) })

export const neighbours: Handler<'neighbours'> = (call, context) => {
  const wallet = parseOne(call.token.network, call.params.wallet, ['path', 'wallet'])
  return answerUnderCase(call, context, 'neighbours', { wallet, limit: call.query.limit ?? NEIGHBOURS_DEFAULT })
}

export const lifeLines: Handler<'lifeLines'> = (call, context) => {
  const wallets = parseAddresses(call.token.network, call.query.wallets, ['query', 'wallets'], LIFE_LINES_MAX)
  return answerQuery(call, context, 'lifeLines', { wallets })
}

export const currentSnapshot: Handler<'currentSnapshot'> = (call, context) => answerQuery(call, context, 'currentSnapshot', sinceOf(call))
export const currentHolders: Handler<'currentHolders'> = (call, context) => answerQuery(call, context, 'currentHolders', sinceOf(call))
export const currentClusters: Handler<'currentClusters'> = (call, context) => answerQuery(call, context, 'currentClusters', sinceOf(call))

const sinceOf = ({ query: { since } }: { readonly query: { readonly since?: string | undefined } }) => ({ since })

export const early: Handler<'early'> = (call, context) => answerQuery(call, context, 'early', {})

function pairOf({ token, query }: TokenCall & { readonly query: { readonly a: string; readonly b: string } }): { a: string; b: string } {
  return { a: parseOne(token.network, query.a, ['query', 'a']), b: parseOne(token.network, query.b, ['query', 'b']) }
}

/** @throws AppError token_not_found, token_pending, source_unavailable. */
async function answerQuery<N extends QueryName>(
  call: TokenCall,
  context: ServerContext,
  name: N,
  params: Queries[N]['params'],
  under?: CountedUnder,
): Promise<Answer> {
  return recordAnswer(await afterFirstRead(call, context, () => context.engine.query(call.token, name, params, under)))
}

/** Like `answerQuery`, with the tags and entities of the case that the request names. @throws AppError not_found for an unknown case */
export async function answerUnderCase<N extends QueryName>(
  call: TokenCall & { readonly query: { readonly case?: string | undefined } },
  context: ServerContext,
  name: N,
  params: Queries[N]['params'],
  under: CountedUnder = {},
): Promise<Answer> {
  const { case: id } = call.query
  if (id === undefined) return answerQuery(call, context, name, params, under)
  if ((await context.store.read.caseClaims({ id, network: call.token.network })) === null) throw noCase()
  return answerQuery(call, context, name, params, { ...under, caseId: id })
}
