import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fund } from '../../../../e2e/fixtures/sui/coins.ts'
import { idOf, SUI } from '../../../../e2e/fixtures/sui/ids.ts'
import { Ledger, type TransactionBuilder } from '../../../../e2e/fixtures/sui/ledger.ts'
import { startSuiNode, type SuiTestNode } from '../../../../e2e/fixtures/sui/node.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../src-shared/domain/events.ts'
import type { ChainAdapter, CoinPayments } from '../../adapter.ts'
import { createSuiAdapter } from '../adapter.ts'

const signal = new AbortController().signal
const WHOLE = 1_000_000_000n
const people = ['root', 'payee', 'second', 'partner', 'sponsor', 'idle'] as const
type Who = (typeof people)[number]
const person = (who: Who) => trustedAddress(idOf(`payments ${who}`))
const nameOf = (address: string): string => people.find((who) => person(who) === address) ?? address
const object = { kind: 'shared', initialVersion: 1 } as const

describe('payments in SUI on the test ledger', () => {
  let node: SuiTestNode
  let adapter: ChainAdapter

  beforeAll(async () => {
    const ledger = new Ledger()
    fund(
      ledger,
      people.map((who) => person(who)),
      1_000n * WHOLE,
    )
    ledger.seal(4)
    const play = (sender: Who, act: (tx: TransactionBuilder) => void, more: { sponsor?: string; fails?: boolean } = {}): void => {
      ledger.execute({ sender: person(sender), ...more }, act)
      ledger.seal(4)
    }
    const moves = (from: Who, to: Who, raw: bigint) => (tx: TransactionBuilder) => tx.move(person(from), person(to), SUI, raw)
    play('root', moves('root', 'payee', 5n * WHOLE))
    play('root', moves('root', 'root', 2n * WHOLE))
    // A sponsor pays the gas and no coin.
    play('root', moves('root', 'second', 3n * WHOLE), { sponsor: person('sponsor') })
    // The sender spends its partner's coins together with its own, to one payee.
    play('root', (tx) => {
      moves('root', 'payee', WHOLE)(tx)
      moves('partner', 'payee', 4n * WHOLE)(tx)
    })
    // Only the partner pays, in a transaction of another sender.
    play('idle', moves('partner', 'second', 6n * WHOLE))
    play('root', moves('root', 'payee', 9n * WHOLE), { fails: true })
    for (let i = 0; i < 30; i++) play('root', () => undefined)
    play('root', moves('root', 'second', 7n * WHOLE))
    // Two payers and two payees.
    play('partner', (tx) => {
      moves('partner', 'second', 2n * WHOLE)(tx)
      moves('sponsor', 'idle', 3n * WHOLE)(tx)
    })
    // Into an object that pays an account other than the sender.
    play('sponsor', (tx) => {
      tx.take(person('sponsor'), SUI, 8n * WHOLE)
      tx.give(object, SUI, 8n * WHOLE)
    })
    play('sponsor', (tx) => tx.give(person('idle'), SUI, WHOLE))
    ledger.seal(8)
    node = await startSuiNode(ledger)
    adapter = createSuiAdapter({ network: 'sui', endpoints: node.endpoints })
  })
  afterAll(async () => {
    await adapter.close()
    await node.stop()
  })

  async function read(who: Who, side: 'paid' | 'received', most = 300): Promise<CoinPayments & { named: [string, string, bigint][] }> {
    const head = await adapter.head(signal)
    const query = { wallet: person(who), coin: NATIVE, side, since: 0, until: head.time, most }
    const found = await adapter.coinPayments(query, head, signal)
    return { ...found, named: found.rows.map(({ from, to, raw }) => [nameOf(from), nameOf(to), raw / WHOLE]) }
  }

  test('name who lost the coin, whoever sent the transaction', async () => {
    const paid = await read('root', 'paid')
    expect(paid.named).toEqual([
      ['root', 'payee', 5n],
      ['root', 'second', 3n],
      ['root', 'payee', 1n],
      ['root', 'second', 7n],
    ])
    expect(paid).toMatchObject({ stopped: null, unlisted: null, unread: null })
    expect((await read('payee', 'received')).named.slice(-3)).toEqual([
      ['root', 'payee', 5n],
      ['root', 'payee', 1n],
      ['partner', 'payee', 4n],
    ])
    expect((await read('idle', 'paid')).named).toEqual([])
    expect((await read('second', 'received')).named).toContainEqual(['partner', 'second', 6n])
  })

  test('are left out and said to be where balances do not tell who paid whom', async () => {
    expect((await read('second', 'received')).named).not.toContainEqual([expect.any(String), 'second', 2n])
    expect((await read('idle', 'received')).unlisted).toMatch(/^In a transaction its coin came from an object/)
    const sponsor = await read('sponsor', 'paid')
    expect(sponsor.named).toEqual([])
    expect(sponsor.unlisted).toMatch(/^In a transaction its coin came from an object/)
  })

  test('are found behind many transactions without one, and end at the number wanted', async () => {
    expect(await read('root', 'paid', 4)).toMatchObject({ rows: { length: 4 }, stopped: null })
    const cut = await read('root', 'paid', 3)
    expect(cut.rows).toHaveLength(3)
    expect(cut.stopped).toMatch(/^The period has more than 3 payments, and was read up to /)
  })
})
