import { expect, test } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../src-shared/domain/events.ts'
import { collectPayments, type PaymentPart } from './collect-payments.ts'

const row = (time: number): Transfer => ({
  ...{ kind: 'transfer', network: 'eth', position: { block: time, tx: 0, event: 0 }, time, tx: `tx ${time}` },
  ...{ token: NATIVE, from: trustedAddress('a'), to: trustedAddress('b'), raw: 1n },
})

/** Parts of a hundred transactions, one second each, with payments at some of them. */
function play(parts: number, paidAt: readonly number[]) {
  const reads: number[] = []
  async function* all(): AsyncGenerator<PaymentPart> {
    for (let part = 0; part < parts; part++) {
      const [first, until] = [part * 100, part * 100 + 99]
      const rows = paidAt.filter((time) => time >= first && time <= until).map(row)
      yield await Promise.resolve({ size: 100, until, read: () => (reads.push(part), Promise.resolve(rows)) })
    }
  }
  return { reads, parts: all() }
}

test('payments are read to the end of the list', async () => {
  const { reads, parts } = play(10, [5, 995])
  expect(await collectPayments(parts, 2, 'transactions')).toEqual({ rows: [row(5), row(995)], stopped: null })
  expect(reads).toHaveLength(10)
})

test('no part is read after there are too many payments', async () => {
  const { reads, parts } = play(10, [5, 105, 106])
  const stopped = 'The period has more than 2 payments, and was read up to 1970-01-01 00:01:45 UTC.'
  expect(await collectPayments(parts, 2, 'transactions')).toEqual({ rows: [row(5), row(105)], stopped })
  expect(reads).toEqual([0, 1])
})

test('no part is read after a thousand transactions', async () => {
  const { reads, parts } = play(12, [5, 1_150])
  const stopped = 'The period has more than 1,000 transactions, and was read up to 1970-01-01 00:16:39 UTC.'
  expect(await collectPayments(parts, 2, 'transactions')).toEqual({ rows: [row(5)], stopped })
  expect(reads).toHaveLength(10)
})
