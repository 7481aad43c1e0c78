import type { Trade } from '../../../../src-shared/domain/events.ts'
import { serveAnswers } from '../../../lib/answer-thread.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'
import { decodeSuiTransaction } from './decode-transaction.ts'

/** Worker thread that decodes the trades of whole checkpoints: four times the time that it takes to send the transactions to it. */
serveAnswers<readonly SuiTransaction[], Trade[]>((transactions) =>
  transactions.flatMap((transaction) => decodeSuiTransaction(transaction)).filter((event) => event.kind === 'trade'),
)
