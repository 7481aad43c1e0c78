import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { NativePayments, PaymentsQuery } from '../../../chains/adapter.ts'
import { AppError } from '../../../lib/app-error.ts'
import { withOwnReads } from '../../testing/own-reads.ts'
import type { ReadContext } from '../stage.ts'
import { openPaymentReader, type PaymentReader } from './payment-reader.ts'

const BUDGET = 2_000
const MOST = 150
const QUERIES = Array.from({ length: 40 }, (_, number): PaymentsQuery => ({
  ...{ wallet: trustedAddress(`wallet${number}`), side: 'paid', since: 1, until: 100, least: 0, most: MOST },
}))

/** A reader on an empty store, and the wallets that it asked about. Each answer takes a moment longer than the one before. */
async function withReader(
  payments: (query: PaymentsQuery) => NativePayments,
  run: (reader: () => Promise<PaymentReader>, asked: string[]) => Promise<void>,
): Promise<void> {
  await withOwnReads('sol', async ({ store }) => {
    const asked: string[] = []
    const adapter = {
      async payments(query: PaymentsQuery) {
        await setTimeout(asked.push(query.wallet))
        return payments(query)
      },
    }
    const token = { network: 'sol', address: trustedAddress('mint') }
    const context = { store, adapter, token, head: null, signal: new AbortController().signal, progress: () => {} }
    await run(() => openPaymentReader(context as unknown as ReadContext, { read: 0, total: 0 }), asked)
  })
}

const answer = (inspected: number): NativePayments => ({ rows: [], complete: true, inspected, means: 'account history' })

it('exceeds its budget by less than one query although several run at once, and the next read goes on', async () => {
  await withReader(
    () => answer(MOST),
    async (open, asked) => {
      const reader = await open()
      await reader.read(QUERIES)
      expect(asked).toHaveLength(Math.ceil(BUDGET / MOST))
      expect(reader.notes()).toEqual(['Payments between wallets were searched (by account history) in 14 periods; the next read searches 26 more.'])
      for (let read = 0; read < 2; read += 1) await (await open()).read(QUERIES)
      expect(asked.toSorted()).toEqual(QUERIES.map(({ wallet }) => wallet).toSorted())
    },
  )
})

it('runs every query if together they inspect less than the budget', async () => {
  await withReader(
    () => answer(1),
    async (open, asked) => {
      const reader = await open()
      await reader.read(QUERIES)
      expect([asked.length, reader.notes()]).toEqual([QUERIES.length, []])
    },
  )
})

it('fails with the first query that fails', async () => {
  const failing = ({ wallet }: PaymentsQuery): NativePayments => {
    if (wallet === 'wallet3') throw new AppError('source_unavailable', { message: 'The endpoint does not answer.' })
    return answer(MOST)
  }
  await withReader(failing, async (open) => expect((await open()).read(QUERIES)).rejects.toThrow('The endpoint does not answer.'))
})
