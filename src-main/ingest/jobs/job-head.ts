import { z } from 'zod'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import type { Store } from '../../store/interface.ts'
import { markHead } from '../stages/reverted-blocks.ts'

const blockRef = z.object({ number: z.int(), hash: z.string(), time: z.int() })
const settingName = (jobId: string): string => `job-head:${jobId}`

export interface PinnedHead {
  readonly head: BlockRef
  /** False for a resumed job whose stages described a state that the chain no longer has. */
  readonly isSame: boolean
}

/**
 * The block that a job describes: the head of the chain when the job first runs, stored so that a resumed job reads the same range. A head
 * that the chain has reverted, or never had, is replaced by the current one.
 */
export async function pinHead(store: Store, job: { id: string; token: TokenKey }, adapter: ChainAdapter, signal: AbortSignal): Promise<PinnedHead> {
  const name = settingName(job.id)
  const text = await store.read.setting(name)
  const pinned = text === null ? null : blockRef.parse(JSON.parse(text))
  if (pinned !== null && adapter.reorganisations === undefined) return { head: pinned, isSame: true }
  const head = await adapter.head(signal)
  if (pinned !== null && head.number >= pinned.number) {
    const hash = (await adapter.reorganisations?.blockHash(pinned.number, signal)) ?? null
    if (hash === null || hash === pinned.hash) return { head: pinned, isSame: true }
  }
  await store.write.saveSetting({ name, value: JSON.stringify({ number: head.number, hash: head.hash, time: head.time }) })
  await markHead(store, adapter, job.token, head, signal)
  return { head, isSame: pinned === null }
}
