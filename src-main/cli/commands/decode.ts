import { basename } from 'node:path'
import type { Command } from 'commander'
import type { ChainEvent } from '../../../src-shared/domain/events.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { answerDecoder, type AnswerDecoder } from '../../importers/answers/answer-decoders.ts'
import { streamJsonValues } from '../../importers/json/stream-json.ts'
import { AppError, UserFault } from '../../lib/app-error.ts'
import { decodeLine } from '../../records/decode-lines.ts'
import { EXIT, printText, printToStderr, reportFault } from '../output.ts'
import { NETWORK_HELP, networkArgument } from '../token-argument.ts'

export function addDecode(program: Command): void {
  program
    .command('decode')
    .description('print the swap legs of recorded node answers, one JSON line each; uses neither store nor network')
    .argument('<network>', NETWORK_HELP)
    .argument('<files...>', 'JSON or NDJSON, optionally gzipped: Solana transactions and blocks, EVM transactions and receipts, Sui transactions')
    .option('--all', 'also print transfers, creations and decode warnings; "kind" distinguishes them')
    .action(async (network: string, files: readonly string[], options: { all?: boolean }) => {
      await decodeFiles(answerDecoder(networkArgument(network), options.all === true ? 'everything' : 'trades'), files, options.all === true)
    })
}

/** Decodes every file. A file that cannot be decoded is reported in one sentence on stderr, and the exit code is `failed`. */
async function decodeFiles(decoder: AnswerDecoder, files: readonly string[], all: boolean): Promise<void> {
  const unread = { transactions: 0 }
  for (const file of files) {
    try {
      const name = basename(file)
      for await (const events of streamJsonValues(file, (text) => decoder.read(text, name))) await printEvents(events, all, unread)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      reportFault(new UserFault(`${file}: ${error.message}`, EXIT.failed, { cause: error }))
    }
  }
  if (unread.transactions > 0 && !all) printToStderr(`Skipped ${countOf(unread.transactions, 'transaction')} of an unknown form; --all lists them.`)
  const incomplete = decoder.end()
  if (incomplete !== null) throw new UserFault(incomplete, EXIT.failed)
}

async function printEvents(events: readonly ChainEvent[], all: boolean, unread: { transactions: number }): Promise<void> {
  for (const event of events) {
    if (event.kind === 'decode_warning' && event.code === 'unreadable') unread.transactions++
    if (event.kind === 'trade' || (all && isPrinted(event))) await printText(`${JSON.stringify(decodeLine(event))}\n`)
  }
}

/** A pool that was only traded through is named by the leg. The creation of a pool is an event of its own. */
function isPrinted(event: ChainEvent): boolean {
  return event.kind !== 'pool' || event.createdTx !== null
}
