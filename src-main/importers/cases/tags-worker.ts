import { serveTask } from '../../lib/task-thread.ts'
import { readTagPack, type ReadTags } from './tag-pack.ts'
import { readTagsCsv } from './tags-csv.ts'

/** Reads one file of tags on its own thread, which then ends. */
export interface TagsText {
  readonly csv?: string | undefined
  /** A TagPack in YAML, instead of CSV. */
  readonly tagpack?: string | undefined
}

serveTask(({ csv = '', tagpack }: TagsText): ReadTags => (tagpack === undefined ? { tags: readTagsCsv(csv), leftOut: 0 } : readTagPack(tagpack)))
