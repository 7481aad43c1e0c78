import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const MAX_ENTRIES = 12

/** Directories of a chain with their entries, tests aside. Recorded answers have one directory per transaction. */
function levels(directory: string): readonly { readonly directory: string; readonly entries: number }[] {
  const entries = readdirSync(directory, { withFileTypes: true }).filter(({ name }) => !/\.(test|bench)\.ts$/.test(name))
  const below = entries.filter((entry) => entry.isDirectory() && entry.name !== 'fixtures' && entry.name !== 'testing')
  return [{ directory, entries: entries.length }, ...below.flatMap(({ name }) => levels(join(directory, name)))]
}

it.each(['evm', 'solana', 'sui', 'archive', 'rpc'])(`no directory of chains/%s has more than ${MAX_ENTRIES} entries`, (chain) => {
  expect(levels(join('src-main/chains', chain)).filter(({ entries }) => entries > MAX_ENTRIES)).toEqual([])
})
