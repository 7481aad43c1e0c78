import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { openAdapter } from '../../../src-main/chains/registry.ts'

/**
 * `node descriptor-child.ts URL URL`, run with few descriptors: takes all of them, reads the head of Sui, and frees them after retries for other
 * reasons would have ended.
 */

const HELD_MS = 4_000
const TAKING_MS = 5
const [first = '', second = ''] = process.argv.slice(2)

function takeAll(): number[] {
  const files: number[] = []
  for (;;) {
    try {
      files.push(openSync(devNull, 'r'))
    } catch {
      return files
    }
  }
}

const signal = AbortSignal.timeout(20_000)
const readHead = async (url: string): Promise<number> => {
  const adapter = openAdapter({ network: 'sui', endpoints: [url] })
  const { number } = await adapter.head(signal)
  await adapter.close()
  return number
}
// Loads what a first call needs before the descriptors are taken.
await readHead(first)
const files = takeAll()
// The first connection frees its descriptor after a while.
const taking = setInterval(() => files.push(...takeAll()), TAKING_MS)
let freed = false
setTimeout(() => {
  freed = true
  clearInterval(taking)
  for (const file of files) closeSync(file)
}, HELD_MS)
// Another endpoint, because the connection of the first call may still be open.
const head = await readHead(second)
process.stdout.write(JSON.stringify({ head, waited: freed }))
process.exit()
