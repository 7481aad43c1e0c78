import { parseTokenAddress } from '../../../src-shared/domain/parse-address.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Handler } from '../context.ts'
import { liveAnswer, liveProvenance } from '../http/answer.ts'
import { inputError } from '../http/input-error.ts'
import { parseOne } from '../http/parse-addresses.ts'

/** Traces of money: listed, started, stopped, resumed. */

export const traces: Handler<'traces'> = async (_call, context) => {
  const list = await context.traces.list()
  return liveAnswer({ traces: list.map(({ wallets: _wallets, payments: _payments, exchanges: _exchanges, ...head }) => head) }, context.clock)
}

export const trace: Handler<'trace'> = async ({ params }, { traces: all, clock }) => {
  const found = await all.get(params.id)
  if (found === null) throw new AppError('not_found', { message: 'There is no trace with this id.' })
  return liveAnswer(found, clock)
}

export const startTrace: Handler<'startTrace'> = async ({ params: { network }, body: { wallet, coin, ...wanted } }, { traces: all, clock }) => {
  const address = parseOne(network, wallet, ['body', 'wallet'])
  const token = coin === undefined ? null : parseTokenAddress(network, coin)
  if (token !== null && !token.ok) throw inputError(['body', 'coin'], token.reason, 'address')
  if ((wanted.since ?? 0) > (wanted.until ?? Infinity)) throw inputError(['body', 'since'], 'must not be after until', 'range')
  const value = await all.start({ ...wanted, network, wallet: address, coin: token?.address ?? null })
  return { kind: 'value', location: `/local/v1/traces/${value.id}`, value, provenance: liveProvenance(clock) }
}

export const cancelTrace: Handler<'cancelTrace'> = async ({ params }, { traces: all, clock }) => liveAnswer(await all.cancel(params.id), clock)

export const resumeTrace: Handler<'resumeTrace'> = async ({ params }, { traces: all, clock }) => liveAnswer(await all.resume(params.id), clock)
