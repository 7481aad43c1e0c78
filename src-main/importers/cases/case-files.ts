import { rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { CaseFileReport } from '../../../src-shared/contract/records/case-files.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { RECORD_NAMES } from '../../engine/messages.ts'
import type { Engine } from '../../engine/interface.ts'
import { createEngineThread, type EngineThread } from '../../engine/thread.ts'
import { parseActiveRules } from '../../engine/rule-set-store.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { alteredFile, importError } from '../errors.ts'
import { publicKeyText, ownKey } from '../../store/case-file/seal.ts'
import { runCaseFileTask } from '../../store/case-file/run-task.ts'
import type { Figure } from '../../store/case-file/finish-file.ts'
import type { VerifiedFile } from '../../store/case-file/verify-file.ts'
import type { ImportedCase, Store } from '../../store/interface.ts'
import type { StoreLocation } from '../../store/location.ts'
import { keepSavedFile } from './saved-file.ts'

/** Case files: `name.holderscope`, one SQLite file with a case and all facts of its tokens (docs/cases.md#the-case-file). */
export interface CaseFileSources {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly logger: Logger
  readonly dataDir: string
}

const KEY_FILE = 'seal.key'
const keyFileIn = (dataDir: string): string => join(dataDir, KEY_FILE)

/** Writes the case to a file beside the target, then renames it. Returns the root hash. @throws AppError `not_found` for an unknown case */
export async function exportCase(sources: CaseFileSources, { id, target, seal }: { id: string; target: string; seal: boolean }): Promise<string> {
  const { store, engine, clock, dataDir } = sources
  const file = `${target}.${randomUUID()}.part`
  try {
    const rules = JSON.stringify(engine.activeRules())
    const tokens = await runCaseFileTask('copy', { source: store.location, file, id, rules })
    const figures = await computeFigures(sources, { file }, rules, tokens)
    const keyFile = seal ? keyFileIn(dataDir) : null
    const saved = await runCaseFileTask(
      'finish',
      { file, target, id, madeAt: unixSeconds(clock), figures, keyFile },
      figures.map(({ json }) => json.buffer as ArrayBuffer),
    )
    await keepSavedFile(store, id, saved)
    return saved.root
  } finally {
    await rm(file, { force: true })
  }
}

/** Computes the records of each token under the given rules and the labels stored in `location`. */
async function computeFigures({ logger }: CaseFileSources, location: StoreLocation, rules: string, tokens: readonly FileToken[]): Promise<Figure[]> {
  const active = parseActiveRules(rules)
  const thread = createEngineThread({ location }, logger)
  try {
    const figures: Figure[] = []
    for (const token of tokens) figures.push(...(await figuresOf(thread, token, active)))
    return figures
  } finally {
    await thread.close()
  }
}

type FileToken = { readonly network: TokenKey['network']; readonly address: string }

async function figuresOf(thread: EngineThread, { network, address }: FileToken, active: Parameters<EngineThread['records']>[1]): Promise<Figure[]> {
  const found = await thread.records({ network, address: trustedAddress(address) }, active, RECORD_NAMES)
  if (found === null) return []
  return Object.entries(found.bodies).map(([name, { json }]) => ({ network, address, name, json }))
}

/**
 * Checks a case file: every hash, the seal, and that the figures follow from the facts to the byte. The report contains its case.
 *
 * @throws AppError `validation_error` if the file is not a sound case file
 */
export async function verifyCaseFile(sources: CaseFileSources, file: string): Promise<CaseFileReport> {
  const verified = await runCaseFileTask('verify', file)
  const { record, madeAt, root, altered, rootHolds, seal, tokens, figures } = verified
  const again = await figuresOfFile(sources, file, verified).catch((error: unknown) => {
    throw importError('The figures of the case file cannot be computed from its facts.', error)
  })
  const own = seal !== null && seal.publicKey === publicKeyText(ownKey(keyFileIn(sources.dataDir)))
  return {
    record,
    made_at: madeAt,
    root,
    altered: [...altered],
    intact: altered.length === 0 && rootHolds,
    seal: seal === null ? null : { fingerprint: seal.fingerprint, public_key: seal.publicKey, holds: seal.holds, own },
    tokens: compare(tokens, figures, again),
  }
}

/** For a file of an earlier version, the figures are computed from a copy upgraded to the current tables. */
async function figuresOfFile(sources: CaseFileSources, file: string, { isOld, rules, tokens }: VerifiedFile): Promise<Figure[]> {
  if (!isOld) return await computeFigures(sources, { file }, rules, tokens)
  const copy = join(sources.dataDir, `case-file-${randomUUID()}.tmp`)
  try {
    await runCaseFileTask('upgrade', { file, copy })
    return await computeFigures(sources, { file: copy }, rules, tokens)
  } finally {
    for (const end of ['', '-wal', '-shm']) await rm(copy + end, { force: true })
  }
}

/** Versions of Holderscope may compute different sets of records. A record that only one version has says nothing about the facts. */
function compare(tokens: readonly FileToken[], stated: readonly Figure[], computed: readonly Figure[]): CaseFileReport['tokens'] {
  return tokens.map(({ network, address }) => {
    const own = new Map(computed.flatMap((each) => (each.network === network && each.address === address ? [[each.name, each.json]] : [])))
    const differing = stated.filter(({ name, json, ...of }) => {
      const other = of.network === network && of.address === address ? own.get(name) : undefined
      return other !== undefined && !Buffer.from(json.buffer, json.byteOffset, json.byteLength).equals(other)
    })
    return { network, token_address: address, differs: differing.map(({ name }) => name) }
  })
}

/** Verifies a file and stores its case, to be continued. It belongs to `owner`, or to everyone if null. @throws AppError if hashes do not match */
export async function importCaseFile(
  sources: CaseFileSources,
  file: string,
  owner: string | null = null,
): Promise<ImportedCase & { readonly report: CaseFileReport }> {
  const report = await verifyCaseFile(sources, file)
  if (!report.intact) throw alteredFile(report)
  if (report.seal?.holds === false) throw importError('The seal of the case file is not valid: someone changed the file and its hashes.')
  const imported = await sources.store.write.importCase({ file, owner })
  await keepSavedFile(sources.store, imported.id, { root: report.root, made_at: report.made_at, revision: report.record.revision })
  for (const token of imported.added) {
    sources.engine.factsChanged(token)
    // Roles are counted with snapshots, and the file has the snapshots but not the counts.
    if ((await sources.store.read.snapshotTimestamps(token)).length > 0) await sources.engine.countRoles(token)
  }
  return { ...imported, report }
}

/** Records of the stored tokens that differ from the file under the owner's labels and rules. Tokens that are not stored are left out. */
export async function compareWithOwn(sources: CaseFileSources, file: string): Promise<CaseFileReport['tokens']> {
  const { figures, tokens } = await runCaseFileTask('verify', file)
  const rules = JSON.stringify(sources.engine.activeRules())
  const own = await computeFigures(sources, sources.store.location, rules, tokens)
  const isStored = ({ network, address }: FileToken): boolean => own.some((figure) => figure.network === network && figure.address === address)
  return compare(tokens.filter(isStored), figures, own)
}
