import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { read, write } from '../dispatch.ts'
import { openWriter } from '../connection/database.ts'
import { FIRST_BLOCK, followed, madeUpTo, reorganised, snapshotAfter } from './kill-story.ts'
import { TOKEN } from './samples.ts'

/**
 * Run by kill.test.ts in a child process: continues the story from the state of the file, and reports each step once it is acknowledged, so that
 * the parent knows what must be stored when it kills the child. It writes like the store's writer thread, but without a thread because that
 * starts sooner.
 */

/**
 * The parent opens this file. A pipe would lose reports: Node queues what a full pipe does not take, and this loop never returns to the event
 * loop, which would send it.
 */
const REPORTS = 3

/** In blocks. The service empties the log after 64 MB, which a kill would rarely hit. */
const LOG_EMPTIED_EVERY = 3

const [path = ''] = process.argv.slice(2)
const { db } = openWriter(path)
const report = (line: string): void => void writeSync(REPORTS, `${line}\n`)
if (read(db, 'token', TOKEN) === null) madeUpTo(db, FIRST_BLOCK)
writeSync(process.stdout.fd, 'started')

for (let block = (read(db, 'token', TOKEN)?.asOfBlock ?? FIRST_BLOCK) + 1; ; block++) {
  write(db, 'saveBlocks', { token: TOKEN, blocks: followed(block) })
  report(`block ${block}`)
  const kept = write(db, 'saveSnapshot', { token: TOKEN, json: snapshotAfter(block) })
  if (kept !== null) report(`snapshot ${kept.timestamp} ${kept.sha256}`)
  const name = createHash('sha256').update(String(block)).digest('hex')
  write(db, 'saveSetting', { name, value: String(block) })
  report(`setting ${name}`)
  if (block % LOG_EMPTIED_EVERY === 0) db.emptyLog()
  const from = reorganised(block)
  if (from === null) continue
  report(`withdrawing ${from}`)
  write(db, 'rollBackBlocks', { token: TOKEN, from })
  for (let again = from; again <= block; again++) {
    write(db, 'saveBlocks', { token: TOKEN, blocks: followed(again) })
    report(`block ${again}`)
  }
}
