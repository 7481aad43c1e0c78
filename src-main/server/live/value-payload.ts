import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { StreamPayload } from '../../engine/interface.ts'

/** A small value, serialised immediately. */
export function valuePayload(value: FollowRecord | JobRecord): StreamPayload {
  const text = JSON.stringify(value)
  return { json: [Buffer.from(text)], notes: '', fingerprint: text }
}
