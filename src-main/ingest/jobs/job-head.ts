import { z } from 'zod'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import type { Store } from '../../store/interface.ts'

const blockRef = z.object({ number: z.int(), hash: z.string(), time: z.int() })
const settingName = (jobId: string): string => `job-head:${jobId}`

/** The block that a job describes: the head of the chain when the job first runs, stored so that a resumed job reads the same range. */
export async function pinHead(store: Store, jobId: string, adapter: ChainAdapter, signal: AbortSignal): Promise<BlockRef> {
  const name = settingName(jobId)
  const text = await store.read.setting(name)
  if (text !== null) return blockRef.parse(JSON.parse(text))
  const head = await adapter.head(signal)
  await store.write.saveSetting({ name, value: JSON.stringify({ number: head.number, hash: head.hash, time: head.time }) })
  return head
}
