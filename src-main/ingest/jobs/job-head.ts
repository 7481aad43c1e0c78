import { z } from 'zod'
import type { BlockRef } from '../../chains/adapter.ts'
import type { Store } from '../../store/interface.ts'

/** The block a job describes, kept with the job so that a resumed one reads the same range. */

const blockRef = z.object({ number: z.int(), hash: z.string(), time: z.int() })
const settingName = (jobId: string): string => `job-head:${jobId}`

export async function pinnedHead(store: Store, jobId: string): Promise<BlockRef | null> {
  const text = await store.read.setting(settingName(jobId))
  return text === null ? null : blockRef.parse(JSON.parse(text))
}

export async function pinHead(store: Store, jobId: string, head: BlockRef): Promise<void> {
  await store.write.saveSetting({ name: settingName(jobId), value: JSON.stringify({ number: head.number, hash: head.hash, time: head.time }) })
}
