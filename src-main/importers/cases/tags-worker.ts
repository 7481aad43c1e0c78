import { serveTask } from '../../lib/task-thread.ts'
import { readTagPack, type ReadTags } from './tag-pack.ts'
import { readTagsCsv } from './tags-csv.ts'

/** Reads one file of tags on a thread of its own and ends. */
export interface TagsText {
  readonly csv?: string | undefined
  /** In its place, a TagPack in YAML. */
  readonly tagpack?: string | undefined
}

serveTask(({ csv = '', tagpack }: TagsText): ReadTags => (tagpack === undefined ? { tags: readTagsCsv(csv), leftOut: 0 } : readTagPack(tagpack)))
