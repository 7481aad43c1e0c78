import type { Command } from 'commander'
import { inContext } from '../command.ts'
import { caseNameText } from './case-session.ts'
import { print, printJson } from '../output.ts'

const MEGABYTE = 1e6

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`

export function addCompact(program: Command): void {
  program
    .command('compact')
    .description('return unused space to the disk, and remove what was deleted for good')
    .action(
      inContext(({ json }) => async ({ store }) => {
        const deleted = await store.read.deletedCases()
        const { fileBytes, freedBytes } = await store.write.compact()
        if (json) return printJson({ file_bytes: fileBytes, freed_bytes: freedBytes })
        const cases = deleted.length === 0 ? '' : ` Deleted cases were removed for good: ${deleted.map(caseNameText).join(', ')}.`
        print(`Freed ${megabytes(freedBytes)}; the database has ${megabytes(fileBytes)} now.${cases}`)
      }),
    )
}
