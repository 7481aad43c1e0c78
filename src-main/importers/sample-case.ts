import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ImportResult } from '../../src-shared/contract/records/imports.ts'
import { networkId } from '../../src-shared/contract/schema.ts'
import { AppError, isServiceFault } from '../lib/app-error.ts'
import type { Store } from '../store/interface.ts'
import type { Importer } from './interface.ts'

const SETTING = 'sample_case'

const manifest = z.object({
  version: z.string(),
  files: z.array(z.object({ file: z.string(), network: networkId, source: z.string(), licence: z.string(), how: z.string() })),
})

export interface SampleCaseReport {
  /** False if it was already installed; then nothing changed. */
  readonly installed: boolean
  readonly results: readonly ImportResult[]
  /** Files that were rejected and why, for example because newer data of the token is stored. */
  readonly refused: readonly { file: string; message: string }[]
}

/**
 * Imports the sample case (two recorded holder maps and one block) on the first start, so the app has data without a node. It is installed once per
 * manifest version, so data that the user deletes stays deleted.
 */
export async function installSampleCase(store: Store, importer: Importer, resourcesDir: string): Promise<SampleCaseReport> {
  const dir = join(resourcesDir, 'sample')
  const { version, files } = manifest.parse(JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')))
  if ((await store.read.setting(SETTING)) === version) return { installed: false, results: [], refused: [] }
  const results: ImportResult[] = []
  const refused: { file: string; message: string }[] = []
  for (const { file, network, source, licence } of files) {
    const bytes = await readFile(join(dir, file))
    try {
      results.push(await importer.importBytes(bytes, { network, name: file, provenance: { source, licence, sample: true } }))
    } catch (error) {
      if (!(error instanceof AppError) || isServiceFault(error)) throw error
      refused.push({ file, message: error.message })
    }
  }
  await store.write.saveSetting({ name: SETTING, value: version })
  return { installed: true, results, refused }
}
