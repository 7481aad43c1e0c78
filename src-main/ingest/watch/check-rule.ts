import { randomBytes, randomUUID } from 'node:crypto'
import type { WatchRule, WatchRuleBody } from '../../../src-shared/contract/records/watch.ts'
import { parseAddress, parseTokenAddress, type Parsed } from '../../../src-shared/domain/parse-address.ts'
import type { WatchSubject } from '../../../src-shared/domain/watch.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Store } from '../../store/interface.ts'
import { webhookProblem } from './webhook-post.ts'

/**
 * A rule with its addresses in canonical form.
 *
 * @throws AppError `validation_error` for an invalid address or webhook, `not_found` for an entity that does not exist
 */
export async function checkRule(store: Pick<Store, 'read'>, body: WatchRuleBody): Promise<WatchRuleBody> {
  const problem = body.webhook_url === null ? null : webhookProblem(body.webhook_url)
  if (problem !== null) throw new AppError('validation_error', { message: problem })
  const subject = withParsedAddress(body.subject)
  if (subject.kind === 'entity' && (await store.read.watchedWallets(subject))?.length === 0) {
    throw new AppError('not_found', { message: 'This entity does not exist.' })
  }
  return { ...body, subject }
}

/** @param at Unix seconds */
export const newRule = (body: WatchRuleBody, at: number): WatchRule => ({
  id: randomUUID(),
  ...body,
  secret: `whsec_${randomBytes(24).toString('base64url')}`,
  created_at: at,
  changed_at: at,
})

function withParsedAddress(subject: WatchSubject): WatchSubject {
  switch (subject.kind) {
    case 'token':
    case 'cluster':
      return { ...subject, token_address: parsed(parseTokenAddress(subject.network, subject.token_address)) }
    case 'wallet':
    case 'creator':
      return { ...subject, address: parsed(parseAddress(subject.network === 'evm' ? 'eth' : subject.network, subject.address)) }
    default:
      return subject
  }
}

function parsed(result: Parsed): string {
  if (result.ok) return result.address
  throw new AppError('validation_error', { message: result.reason })
}
