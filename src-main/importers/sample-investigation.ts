import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { changeCaseBody, createCaseBody } from '../../src-shared/contract/records/cases.ts'
import { resolveCommand } from '../engine/finding-evidence.ts'
import type { Engine } from '../engine/interface.ts'
import { isServiceFault } from '../lib/app-error.ts'
import { unixSeconds, type Clock } from '../lib/clock.ts'
import type { Store } from '../store/interface.ts'

const investigation = z.object({ name: createCaseBody.shape.name, commands: z.array(changeCaseBody.shape.command) })

/** Writes the example case of the sample data. Its findings take their evidence from the tokens that were just imported. Returns its id. */
export async function writeSampleInvestigation(sources: { store: Store; engine: Engine; clock: Clock }, resourcesDir: string): Promise<string> {
  const { store, clock } = sources
  const at = unixSeconds(clock)
  const { name, commands } = investigation.parse(JSON.parse(await readFile(join(resourcesDir, 'sample', 'case.json'), 'utf8')))
  const { id, ...made } = await store.write.createCase({ id: randomUUID(), name, at })
  let { revision } = made
  for (const request of commands) {
    try {
      const command = await resolveCommand(sources, id, request)
      revision = (await store.write.changeCase({ id, revision, command, at })).revision
    } catch (error) {
      // The tokens may be stored with newer data, where this evidence does not exist.
      if (isServiceFault(error)) throw error
    }
  }
  return id
}
