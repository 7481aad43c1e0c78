import type { Trade } from '../../../../src-shared/domain/events.ts'
import { serveAnswers } from '../../../lib/answer-thread.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'
import { decodeSuiTransaction } from './decode-transaction.ts'

/** Worker thread that decodes the trades of whole checkpoints. Decoding takes four times as long as sending the transactions to the thread. */
serveAnswers<readonly SuiTransaction[], Trade[]>((transactions) =>
  transactions.flatMap((transaction) => decodeSuiTransaction(transaction)).filter((event) => event.kind === 'trade'),
)
