import { liveAnswer } from '../http/answer.ts'
import type { Handler, ServerContext } from '../context.ts'

/** How often snapshots of followed tokens are taken automatically. */

const answered = async ({ cadence, clock }: ServerContext) => liveAnswer({ every_minutes: await cadence.minutes() }, clock)

export const cadence: Handler<'cadence'> = (_call, context) => answered(context)

export const setCadence: Handler<'setCadence'> = async ({ body }, context) => {
  await context.cadence.set(body.every_minutes)
  return answered(context)
}
