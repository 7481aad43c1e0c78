import { LIFE_LINES_MAX } from '../../../src-shared/contract/routes.ts'
import type { RuleChanges } from '../../engine/interface.ts'
import type { QuestionName, Questions } from '../../engine/questions.ts'
import { AppError } from '../../lib/app-error.ts'
import { parseAddresses, parseOne } from '../address-list.ts'
import { recordAnswer, type Answer } from '../answer.ts'
import type { Handler, ServerContext } from '../context.ts'
import type { TokenCall } from './token-record.ts'

/** Questions to what the detectors found: evidence, paths, neighbours, lives, the launch. */

const NEIGHBOURS_DEFAULT = 100

export const why: Handler<'why'> = (call, context) => answerQuestion(call, context, 'why', pairOf(call))

export const path: Handler<'path'> = (call, context) => answerQuestion(call, context, 'path', pairOf(call))

export const neighbours: Handler<'neighbours'> = (call, context) => {
  const wallet = parseOne(call.token.network, call.params.wallet, ['path', 'wallet'])
  return answerQuestion(call, context, 'neighbours', { wallet, limit: call.query.limit ?? NEIGHBOURS_DEFAULT })
}

export const lifeLines: Handler<'lifeLines'> = (call, context) => {
  const wallets = parseAddresses(call.token.network, call.query.wallets, ['query', 'wallets'], LIFE_LINES_MAX)
  return answerQuestion(call, context, 'lifeLines', { wallets })
}

export const early: Handler<'early'> = (call, context) => answerQuestion(call, context, 'early', {})

function pairOf({ token, query }: TokenCall & { readonly query: { readonly a: string; readonly b: string } }): { a: string; b: string } {
  return { a: parseOne(token.network, query.a, ['query', 'a']), b: parseOne(token.network, query.b, ['query', 'b']) }
}

/** @throws AppError token_not_found, token_pending, source_unavailable. */
export async function answerQuestion<N extends QuestionName>(
  call: TokenCall,
  { engine, firstRead }: ServerContext,
  name: N,
  particulars: Questions[N]['with'],
  trial?: RuleChanges,
): Promise<Answer> {
  const stored = await engine.ask(call.token, name, particulars, trial)
  if (stored !== null) return recordAnswer(stored)
  await firstRead(call.token, call.left())
  const read = await engine.ask(call.token, name, particulars, trial)
  if (read === null) throw new AppError('token_not_found', { say: 'The chain has no such token.' })
  return recordAnswer(read)
}
