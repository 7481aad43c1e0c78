import type { FollowRecord } from '../../src-shared/contract/records/follow.ts'
import type { JobRecord } from '../../src-shared/contract/records/jobs.ts'
import type { WatchAlert } from '../../src-shared/contract/records/watch.ts'
import type { Notice } from './notices.ts'
import { shortLine } from './page-link.ts'
import { tokenPath } from './targets.ts'

/** The notice of a read that ended; null while it runs, or if the user stopped it or the app ended. */
export function jobNotice(job: JobRecord, tokenName: string): Notice | null {
  if (job.kind !== 'read' || (job.state !== 'done' && job.state !== 'failed')) return null
  const name = shortLine(tokenName)
  const path = tokenPath(job.network, job.token_address)
  if (job.state === 'failed') return { title: `Reading “${name}” failed`, body: job.error ?? 'The Jobs page has the details.', path }
  const unread = job.stages.filter(({ state }) => state === 'failed').length
  const body = unread === 0 ? 'All parts were read.' : `${unread} of ${job.stages.length} parts could not be read. The Jobs page says why.`
  return { title: `Reading “${name}” finished`, body, path }
}

/** Systems truncate longer texts. */
const MAX_BODY = 200

/** The notice of an alert; null if its watch rule shows none. */
export function alertNotice({ notice, rule_name, token_name, reason, network, token_address }: WatchAlert): Notice | null {
  if (!notice) return null
  return { title: shortLine(rule_name ?? token_name ?? 'Watch rule'), body: shortLine(reason, MAX_BODY), path: tokenPath(network, token_address) }
}

/** The notice that following ended without the user's action: only then is there a reason. */
export function followNotice(
  before: FollowRecord | null,
  now: FollowRecord,
  token: { network: string; address: string; name: string },
): Notice | null {
  if (before === null || !before.kept || now.state !== 'off' || now.message === null) return null
  return { title: `“${shortLine(token.name)}” is no longer followed`, body: now.message, path: tokenPath(token.network, token.address) }
}
