import { AppError } from '../../lib/app-error.ts'
import type { StreamErrorCode } from '../../../src-shared/contract/errors.ts'
import { liveProvenance } from '../http/answer.ts'
import { inputError } from '../http/input-error.ts'
import { readSubscription } from '../live/requests.ts'
import type { Handler } from '../context.ts'

const STATUS: Partial<Record<StreamErrorCode, 'forbidden' | 'unsupported_network'>> = {
  FORBIDDEN_FIREHOSE: 'forbidden',
  UNSUPPORTED_NETWORK: 'unsupported_network',
}

/** A reconnecting browser sends the last cursor that it received. */
export const stream: Handler<'stream'> = async ({ query, headers, caller, left }, context) => {
  if (caller === null) throw new AppError('unauthorized')
  const { since, retractions, ...named } = query
  const lastId = headers['last-event-id']
  const wanted = readSubscription(
    { ...named, since: timeOrCursor(typeof lastId === 'string' && lastId !== '' ? lastId : since), retractions },
    caller,
  )
  if (!wanted.ok) {
    const code = STATUS[wanted.code]
    throw code === undefined ? inputError(['query'], wanted.message, 'subscription') : new AppError(code, { message: wanted.message })
  }
  return {
    kind: 'stream',
    type: 'text/event-stream; charset=utf-8',
    stream: await context.openEventStream(wanted, caller, left()),
    provenance: liveProvenance(context.clock),
    isLive: true,
  }
}

/** In frames, a time in seconds is a number. */
const timeOrCursor = (text: string | undefined): string | number | undefined => (text !== undefined && /^\d+$/.test(text) ? Number(text) : text)
