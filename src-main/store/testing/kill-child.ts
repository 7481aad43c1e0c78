import { createHash } from 'node:crypto'
import { read, write } from '../dispatch.ts'
import { openWriter } from '../connection/database.ts'
import { FIRST_BLOCK, followed, madeUpTo, reorganised, snapshotAfter } from './kill-story.ts'
import { TOKEN } from './samples.ts'

/**
 * Run by kill.test.ts in a child process: continues the story from the state of the file, and prints each step once it is acknowledged, so that
 * the parent knows what must be stored when it kills the child. It writes like the store's writer thread, but without a thread because that
 * starts sooner. Writes to a pipe are complete before the next step starts.
 */

const [path = ''] = process.argv.slice(2)
const { db } = openWriter(path)
const say = (words: string): void => void process.stdout.write(`${words}\n`)
if (read(db, 'token', TOKEN) === null) madeUpTo(db, FIRST_BLOCK)

for (let block = (read(db, 'token', TOKEN)?.asOfBlock ?? FIRST_BLOCK) + 1; ; block++) {
  write(db, 'saveBlocks', { token: TOKEN, blocks: followed(block) })
  say(`block ${block}`)
  const kept = write(db, 'saveSnapshot', { token: TOKEN, snapshot: snapshotAfter(block) })
  say(`snapshot ${kept.timestamp} ${kept.sha256}`)
  const name = createHash('sha256').update(String(block)).digest('hex')
  write(db, 'saveSetting', { name, value: String(block) })
  say(`setting ${name}`)
  const from = reorganised(block)
  if (from === null) continue
  say(`withdrawing ${from}`)
  write(db, 'rollBackBlocks', { token: TOKEN, from })
  for (let again = from; again <= block; again++) {
    write(db, 'saveBlocks', { token: TOKEN, blocks: followed(again) })
    say(`block ${again}`)
  }
}
