import { z } from 'zod'
import { ArchiveFault } from '../../../archive/fault.ts'
import { serveThread } from '../../../archive/thread/serve-thread.ts'
import { rawAnswer, readTransaction } from '../transactions/read-transaction.ts'
import { restoreTransactions } from './restore-transaction.ts'
import type { ArchivedPage, WantedTransactions } from './thread.ts'

/** Decodes on the thread too, since an archive page has some hundred transactions. */
serveThread<WantedTransactions, ArchivedPage>(({ blocks, from }, { indexes }) => {
  try {
    const restored = blocks.flatMap((block) => restoreTransactions(block, indexes))
    return {
      page: restored.map(({ signature, answer, changed }) => {
        const read = readTransaction(rawAnswer.parse(answer), { signature, index: indexes.get(signature) ?? 0 })
        return { ...read, accounts: read.accounts.filter(({ address }) => changed.has(address)) }
      }),
    }
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause
    throw new ArchiveFault('malformed', 'a row does not have the expected form', { suspectFrom: from, cause })
  }
})
