import { valueAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'

export const replay: Handler<'replay'> = ({ token }, { replays, clock }) =>
  valueAnswer(replays.state(token), { asOf: clock.now(), source: 'snapshot' })

export const setReplay: Handler<'setReplay'> = async ({ token, body }, { replays, clock }) =>
  valueAnswer(body.speed === null ? await replays.stop(token) : await replays.start(token, body.speed), { asOf: clock.now(), source: 'snapshot' })
