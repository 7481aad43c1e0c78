import { runTask } from '../../lib/task-thread.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import type { ReadTags } from './tag-pack.ts'
import type { TagsText } from './tags-worker.ts'

/**
 * Reads tags from CSV or a TagPack on a separate thread: a TagPack of a few thousand tags takes most of a second.
 *
 * @throws AppError `validation_error`
 */
export const readTags = (text: TagsText): Promise<ReadTags> =>
  runTask({ url: workerUrl(import.meta.url, './tags-worker.ts', 'tags-worker'), name: 'tags', doing: 'Reading the tags' }, text)
