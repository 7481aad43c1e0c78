import { openAnswerThread } from '../../../../lib/answer-thread.ts'
import { workerUrl } from '../../../../lib/worker-url.ts'
import type { BlockAnswer, BlockToDecode } from '../../decode/block-answer.ts'

/** Decodes whole blocks, one at a time. */
export const blockThread = openAnswerThread<BlockToDecode, BlockAnswer>(
  () => workerUrl(import.meta.url, '../../worker.ts', 'solana-worker'),
  'solana-blocks',
)
