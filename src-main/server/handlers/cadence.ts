import { valueAnswer } from '../answer.ts'
import type { Handler, ServerContext } from '../context.ts'

/** How often snapshots of followed tokens are taken by themselves: asked and set. */

const answered = async ({ cadence, clock }: ServerContext) =>
  valueAnswer({ every_minutes: await cadence.minutes() }, { asOf: clock.now(), source: 'live' })

export const cadence: Handler<'cadence'> = (_call, context) => answered(context)

export const setCadence: Handler<'setCadence'> = async ({ body }, context) => {
  await context.cadence.set(body.every_minutes)
  return answered(context)
}
