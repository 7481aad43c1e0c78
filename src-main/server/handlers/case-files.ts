import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareWithOwn, exportCase, importCaseFile as importFrom, verifyCaseFile, type CaseFileSources } from '../../importers/cases/case-files.ts'
import type { Handler, ServerContext } from '../context.ts'
import { liveAnswer, liveProvenance } from '../http/answer.ts'

/** Cases as files. Each call works in its own folder, which is deleted afterwards. */

const NAME = 'case.holderscope'

export const caseFile: Handler<'caseFile'> = async ({ params }, context) => {
  const folder = await newFolder()
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    await exportCase(sourcesOf(context), { id: params.id, target: join(folder, NAME), seal: true })
  } catch (error) {
    await remove()
    throw error
  }
  const stream = createReadStream(join(folder, NAME)).once('close', () => void remove())
  return { kind: 'stream', stream, type: 'application/vnd.sqlite3', provenance: liveProvenance(context.clock) }
}

export const checkCaseFile: Handler<'checkCaseFile'> = ({ body }, context) =>
  withFile(body, async (file) => liveAnswer(await verifyCaseFile(sourcesOf(context), file), context.clock))

export const importCaseFile: Handler<'importCaseFile'> = ({ body, caller }, context) =>
  withFile(body, async (file) => {
    const sources = sourcesOf(context)
    const { id, added, kept } = await importFrom(sources, file, caller?.owner ?? null)
    return liveAnswer({ id, added, kept, differs: await compareWithOwn(sources, file) }, context.clock)
  })

async function withFile<T>(bytes: Buffer, work: (file: string) => Promise<T>): Promise<T> {
  const folder = await newFolder()
  try {
    const file = join(folder, NAME)
    await writeFile(file, bytes, { mode: 0o600 })
    return await work(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'holderscope-case-'))

const sourcesOf = ({ store, engine, clock, logger, dataDir }: ServerContext): CaseFileSources => ({ store, engine, clock, logger, dataDir })
