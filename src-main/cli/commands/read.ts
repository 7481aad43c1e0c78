import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { onToken, tokenCommand } from '../command.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { OverviewRecord } from '../../../src-shared/contract/records/metrics.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Context } from '../../context.ts'
import type { RecordAnswer } from '../../engine/interface.ts'
import { readTokenAgain } from '../../ingest/jobs/read-again.ts'
import { AppError, UserFault } from '../../lib/app-error.ts'
import type { Awaitable } from '../../lib/awaitable.ts'
import type { BlockRange } from '../../store/interface.ts'
import { importFile } from '../../importers/import-file.ts'
import { NO_LIST_OPTIONS } from '../../importers/lists/list-options.ts'
import { EXIT, printToStderr } from '../output.ts'
import type { CommonOptions } from '../session.ts'
import { withSourceOption } from '../source-option.ts'
import { progressPrinter } from '../progress.ts'
import { overviewText, printJsonRecord, printRecord, unknownToken } from './records.ts'

interface ReadOptions extends CommonOptions {
  readonly source?: readonly string[]
  readonly from?: string
  readonly since?: string
  readonly again?: boolean
  readonly fromBlock?: string
  readonly toBlock?: string
}

export function addRead(program: Command): void {
  const command = tokenCommand(program, 'read', 'read a token completely from a node or from recorded node answers, and print its overview')
  withSourceOption(command, 'this read')
    .option('--from <path>', 'file or folder of recorded node answers to read instead of a node')
    .option('--depth <n>', 'holders to inspect closely (default 500)')
    .option('--since <block>', 'first block to read')
    .option('--again', 'read stored blocks again, compare them with the stored rows and replace what differs')
    .option('--from-block <block>', 'with --again: first block to read again (default: the first)')
    .option('--to-block <block>', 'with --again: last block to read again (default: the newest)')
    .action(
      onToken<ReadOptions>((options, token) => {
        const since = blockOption('--since', options.since)
        refuseNodeOptions(options)
        const range = rangeToReadAgain(options)
        return async (context) => {
          if (options.from !== undefined) await importAnswers(context, token, options.from)
          else await waitFor(context, await startRead(context, token, since, range))
          const overview = await context.engine.record(token, 'localOverview')
          if (overview === null) throw options.from === undefined ? unknownToken(token) : answersOnly(token)
          if (options.json) printJsonRecord(overview)
          else await printRecord(context, token, overview, (facts) => overviewText(overview.value, facts))
        }
      }),
    )
}

/** Single transactions contain neither supply nor holders, so there are no shares. */
function answersOnly(token: TokenKey): AppError {
  return new AppError('token_not_found', {
    message: `The recorded answers are stored, but they name neither supply nor holders of ${token.address}, so there is no overview. Print its swaps: holderscope trades ${token.network} ${token.address}`,
  })
}

function blockOption(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const block = Number(text)
  if (!Number.isSafeInteger(block) || block < 0) throw new UserFault(`${name} must be a block number, not "${text}".`, EXIT.usage)
  return block
}

/** Recorded answers are read in place of a node. */
function refuseNodeOptions({ from, source, since }: ReadOptions): void {
  if (from !== undefined && (source !== undefined || since !== undefined))
    throw new UserFault('--from cannot be combined with --source or --since.', EXIT.usage)
}

/** The blocks of `--again`; null without it. */
function rangeToReadAgain({ again, since, from, fromBlock, toBlock }: ReadOptions): BlockRange | null {
  if (again !== true) {
    if (fromBlock !== undefined || toBlock !== undefined) throw new UserFault('--from-block and --to-block need --again.', EXIT.usage)
    return null
  }
  if (since !== undefined || from !== undefined) throw new UserFault('--again cannot be combined with --since or --from.', EXIT.usage)
  const range = { from: blockOption('--from-block', fromBlock) ?? 0, to: blockOption('--to-block', toBlock) ?? Number.MAX_SAFE_INTEGER }
  if (range.from > range.to) throw new UserFault('--to-block must not be before --from-block.', EXIT.usage)
  return range
}

function startRead({ store, jobs, config }: Context, token: TokenKey, sinceBlock: number | null, range: BlockRange | null): Promise<JobRecord> {
  const { depth } = config
  return range === null ? jobs.start(token, { depth, sinceBlock }) : readTokenAgain({ store, jobs }, token, { range, depth })
}

async function waitFor(context: Context, job: JobRecord): Promise<void> {
  const { jobs, bus } = context
  const progress = progressPrinter(process.stderr)
  const states = bus.subscribe('jobs', (_token, state) => {
    if (state.id === job.id) progress.show(state)
  })
  const cancel = (): void => void jobs.cancel(job.id)
  process.once('SIGINT', cancel)
  try {
    const end = await jobs.ended(job.id)
    progress.end(end)
    const partial = end.state === 'cancelled' ? await partialOverview(context, end) : null
    if (partial !== null) printPartialNote()
    else if (end.state !== 'done') throw new AppError('source_unavailable', { message: describeEnd(end) })
  } finally {
    process.removeListener('SIGINT', cancel)
    states.stop()
  }
}

const partialOverview = ({ engine }: Context, { network, token_address }: JobRecord): Awaitable<RecordAnswer<OverviewRecord> | null> =>
  engine.record({ network, address: trustedAddress(token_address) }, 'localOverview')

function printPartialNote(): void {
  printToStderr('Stopped. The overview covers what was read so far. The same command continues from there.')
}

function describeEnd(job: JobRecord): string {
  if (job.state === 'cancelled') return 'The read was cancelled. What it read is stored; the same command continues from there.'
  return job.error ?? `The read ended in the state "${job.state}".`
}

async function importAnswers(context: Context, token: TokenKey, path: string): Promise<void> {
  for (const file of await listFiles(path)) {
    const result = await importFile(context, file, token.network, { ...NO_LIST_OPTIONS, token: token.address })
    for (const note of result.notes) printToStderr(`${basename(file)}: ${note}`)
  }
}

async function listFiles(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    return (await readdir(path, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  } catch (error) {
    throw new UserFault(`Cannot read ${path}: ${(error as Error).message}.`, EXIT.failed, { cause: error })
  }
}
