import { basename } from 'node:path'
import type { Command } from 'commander'
import type { ChainEvent } from '../../../src-shared/domain/events.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { answerDecoder, type AnswerDecoder } from '../../importers/answer-decoders.ts'
import { jsonValuesOf } from '../../importers/json-stream.ts'
import { AppError, UserFault } from '../../lib/app-error.ts'
import { decodeLine } from '../../records/decode-lines.ts'
import { EXIT, printText, say } from '../output.ts'
import { NETWORK_WORDS, networkArgument } from '../token-argument.ts'

export function addDecode(program: Command): void {
  program
    .command('decode')
    .description('print the swap legs of recorded node answers, one JSON line each; no store, no network')
    .argument('<network>', NETWORK_WORDS)
    .argument('<files...>', 'JSON or NDJSON, gzip or not: transactions and blocks of Solana, transactions and receipts of EVM, transactions of Sui')
    .option('--all', 'also transfers, creations and what could not be understood; "kind" tells')
    .action(async (network: string, files: readonly string[], options: { all?: boolean }) => {
      await decodeFiles(answerDecoder(networkArgument(network), options.all === true ? 'everything' : 'trades'), files, options.all === true)
    })
}

/** Every file is tried; a bad one is one sentence on stderr, and the exit code tells. */
async function decodeFiles(decoder: AnswerDecoder, files: readonly string[], all: boolean): Promise<void> {
  const unread = { transactions: 0 }
  for (const file of files) {
    try {
      const name = basename(file)
      for await (const events of jsonValuesOf(file, (text) => decoder.read(text, name))) await printEvents(events, all, unread)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      say(`${file}: ${error.say}`)
      process.exitCode = EXIT.failed
    }
  }
  if (unread.transactions > 0 && !all) say(`Left out: ${countOf(unread.transactions, 'transaction')} of an unknown form; --all tells of them.`)
  const lacking = decoder.end()
  if (lacking !== null) throw new UserFault(lacking, EXIT.failed)
}

async function printEvents(events: readonly ChainEvent[], all: boolean, unread: { transactions: number }): Promise<void> {
  for (const event of events) {
    if (event.kind === 'oddity' && event.code === 'unreadable') unread.transactions++
    if (event.kind === 'trade' || (all && isTold(event))) await printText(`${JSON.stringify(decodeLine(event))}\n`)
  }
}

/** Pools that a swap only went through are named in its leg; those that were opened are creations. */
function isTold(event: ChainEvent): boolean {
  return event.kind !== 'pool' || event.createdTx !== null
}
