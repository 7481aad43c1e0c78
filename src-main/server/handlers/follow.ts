import { liveAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'

export const follow: Handler<'follow'> = ({ token }, context) => liveAnswer(context.follow.state(token), context.clock)

export const setFollow: Handler<'setFollow'> = async ({ token, body }, context) => liveAnswer(await context.follow.set(token, body.on), context.clock)
