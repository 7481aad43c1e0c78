import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { CaseFileReport } from '../../../src-shared/contract/records/case-files.ts'
import { describeTarget } from '../../../src-shared/domain/cases/step-text.ts'
import { countOf, timeText } from '../../../src-shared/domain/shown.ts'
import type { Context } from '../../context.ts'
import { compareWithOwn, exportCase, importCaseFile, verifyCaseFile, type CaseFileSources } from '../../importers/cases/case-files.ts'
import { AppError, UserFault } from '../../lib/app-error.ts'
import { EXIT, print, printJson } from '../output.ts'
import { act, caseInUse, OPEN_CASE, type CaseOptions } from './case-session.ts'

interface FileOptions extends CaseOptions {
  readonly seal?: boolean
  readonly compare?: boolean
}

const ENDING = '.holderscope'
const OTHER_VERSION = 'Another version of Holderscope may have computed them.'

/** `case export|import|verify`: the case as one file. */
export function addCaseFileCommands(group: Command): void {
  group
    .command('export')
    .description('write a case with all facts of its tokens to one sealed file')
    .argument('<file>', `path of the file, ending in ${ENDING}; an existing one is replaced`)
    .option('--case <case>', 'id or name of the case (default: the most recently opened)')
    .option('--no-seal', 'do not sign the file with the key of this machine')
    .action(act(write))
  group
    .command('verify')
    .description('check a case file: its hashes, its seal, and whether its figures follow from its facts')
    .argument('<file>')
    .option('--compare', 'also list what differs under the labels and rules of this machine')
    .action(act(verify))
  group.command('import').description('continue the case of a file as your own').argument('<file>').action(act(read))
}

async function write(context: Context, options: FileOptions, file = ''): Promise<void> {
  if (extname(file) !== ENDING) throw new UserFault(`The name of a case file ends in ${ENDING}.`, EXIT.usage)
  const { id, name } = await caseInUse(context.store, options)
  const root = await onFile(file, exportCase(sourcesOf(context), { id, target: resolve(file), seal: options.seal !== false }))
  if (options.json) printJson({ file, root })
  else print(`Wrote ${name ?? 'the unnamed case'} to ${file}.\nRoot hash ${root}`)
}

async function verify(context: Context, options: FileOptions, file = ''): Promise<void> {
  const sources = sourcesOf(context)
  const report = await onFile(file, verifyCaseFile(sources, file))
  const differs = options.compare === true ? await compareWithOwn(sources, file) : null
  if (options.json) printJson(differs === null ? report : { ...report, compared: differs })
  else print([...describeReport(report), ...(differs === null ? [] : describeComparison(report, differs))].join('\n'))
  if (!report.intact || report.seal?.holds === false) throw new UserFault('The case file was changed after it was made.')
  if (report.tokens.some((token) => token.differs.length > 0))
    throw new UserFault(`Some figures do not follow from the facts in the file. ${OTHER_VERSION}`)
}

async function read(context: Context, options: FileOptions, file = ''): Promise<void> {
  const { id, added, kept, report } = await onFile(file, importCaseFile(sourcesOf(context), file))
  await context.store.write.saveSetting({ name: OPEN_CASE, value: id })
  if (options.json) return printJson({ id, added, kept })
  print(`Imported and opened ${report.record.name ?? 'the unnamed case'}, ${id}.`)
  if (added.length > 0) print(`Added ${countOf(added.length, 'token')}.`)
  if (kept.length > 0) print(`${countOf(kept.length, 'token was', 'tokens were')} already stored and not changed. To compare: case verify --compare.`)
}

/** A fault of the file is reported as a fault of the command, not of the service. */
async function onFile<T>(file: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError) throw new UserFault(`${file}: ${error.message}`, EXIT.failed, { cause: error })
    throw error
  }
}

function describeReport({ record, made_at, root, intact, altered, seal, tokens }: CaseFileReport): string[] {
  return [
    `${record.name ?? 'Unnamed case'}, saved ${timeText(made_at)}`,
    `${countOf(record.findings.length, 'finding')}, ${countOf(record.notes.length, 'note')}, ${countOf(tokens.length, 'token')}`,
    ...record.findings.map(({ text }, index) => `Finding ${index + 1}: ${text}`),
    ...record.notes.map(({ target, text }) => `Note on ${describeTarget(target)}: ${text}`),
    intact ? `Every hash matches. Root ${root}` : `Altered: ${altered.length === 0 ? 'the manifest' : altered.join(', ')}`,
    seal === null ? 'No seal.' : `Seal ${seal.fingerprint}${seal.own ? ' (yours)' : ''}: ${seal.holds ? 'valid' : 'not valid'}.`,
    ...tokens.map(({ network, token_address, differs }) =>
      differs.length === 0
        ? `${network} ${token_address}: every figure follows from the facts in the file, to the digit.`
        : `${network} ${token_address}: these do not follow from the facts in the file: ${differs.join(', ')}`,
    ),
  ]
}

/** @param compared does not list tokens that are not stored here */
const describeComparison = ({ tokens }: CaseFileReport, compared: Awaited<ReturnType<typeof compareWithOwn>>): string[] =>
  tokens.map(({ network, token_address }) => {
    const token = `${network} ${token_address}`
    const found = compared.find((each) => each.network === network && each.token_address === token_address)
    if (found === undefined) return `${token}: not stored here. To compare it, continue the case: case import`
    if (found.differs.length === 0) return `${token}: the same under your labels and rules.`
    return `${token}: under your labels and rules these differ: ${found.differs.join(', ')}`
  })

const sourcesOf = ({ store, engine, clock, logger, config }: Context): CaseFileSources => ({ store, engine, clock, logger, dataDir: config.dataDir })
