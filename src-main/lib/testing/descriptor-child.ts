import { closeSync, openSync } from 'node:fs'
import { postJson } from '../http-post.ts'

/** `node descriptor-child.ts URL`, run by http-post.test.ts with few descriptors: takes all of them, posts, and frees them a second later. */

const HELD_MS = 1_000
const [url = ''] = process.argv.slice(2)

function takeAll(): number[] {
  const files: number[] = []
  for (;;) {
    try {
      files.push(openSync('/dev/null', 'r'))
    } catch {
      return files
    }
  }
}

// The first request loads its modules while descriptors are free.
await postJson(new URL(url), '{}', { signal: AbortSignal.timeout(20_000), answerBytes: 100 })
const files = takeAll()
let freed = false
setTimeout(() => {
  freed = true
  for (const file of files) closeSync(file)
}, HELD_MS)
// A new connection, because that of the first request is still open.
const other = new URL(url.replace('127.0.0.1', '127.0.0.2'))
const { status } = await postJson(other, '{}', { signal: AbortSignal.timeout(20_000), answerBytes: 100 })
process.stdout.write(JSON.stringify({ status, waited: freed }))
