import { valueAnswer } from '../answer.ts'
import type { Handler } from '../context.ts'

/** Following a token live: asked, set on, set off. */

export const follow: Handler<'follow'> = ({ token }, context) =>
  valueAnswer(context.follow.state(token), { asOf: context.clock.now(), source: 'live' })

export const setFollow: Handler<'setFollow'> = async ({ token, body }, context) =>
  valueAnswer(await context.follow.set(token, body.on), { asOf: context.clock.now(), source: 'live' })
