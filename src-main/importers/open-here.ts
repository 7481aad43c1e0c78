import { createHash } from 'node:crypto'
import { headOf, type OpenedFile } from './opened-file.ts'
import type { KnownToken } from './plans.ts'
import { preparePlan } from './prepare.ts'
import { readFile, type FileInput } from './read-plan.ts'

/** Reads a small trusted file on the caller's thread. Starting a thread takes longer. */
export async function openHere(input: FileInput): Promise<OpenedFile> {
  const plan = readFile(input)
  return {
    ...headOf(plan),
    name: input.name,
    sha256: createHash('sha256').update(input.bytes).digest('hex'),
    prepare: async (known: KnownToken) => structuredClone(preparePlan(plan, known)),
    close: async () => undefined,
  } as OpenedFile
}
