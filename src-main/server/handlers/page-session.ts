import { AppError } from '../../lib/app-error.ts'
import { liveAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'

/** Returns the page's key for the code in the link that opened it. */
export const openSession: Handler<'openSession'> = ({ body }, { pageCodes, pageKey, clock }) => {
  if (!pageCodes.redeem(body.code)) throw new AppError('unauthorized', { message: 'This link was used before or is older than a minute.' })
  return liveAnswer({ key: pageKey }, clock)
}
