import { writeSync } from 'node:fs'
import { openWriter } from '../connection/database.ts'
import { DELETION_STORY } from './deletion-story.ts'
import { TOKEN } from './samples.ts'

/** Run by deletion-kill.test.ts in a child process. Repeats the story endlessly, starting at a step, and reports each acknowledged step. */

const REPORTS = 3
const [path = '', from = '0'] = process.argv.slice(2)
const { db } = openWriter(path)
writeSync(process.stdout.fd, 'started')
for (let step = Number(from); ; step = (step + 1) % DELETION_STORY.length) {
  DELETION_STORY[step]?.(db, TOKEN)
  writeSync(REPORTS, `${step}\n`)
}
