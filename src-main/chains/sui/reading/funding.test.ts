import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fund } from '../../../../e2e/fixtures/sui/coins.ts'
import { idOf, SUI } from '../../../../e2e/fixtures/sui/ids.ts'
import { Ledger, type TransactionBuilder } from '../../../../e2e/fixtures/sui/ledger.ts'
import { startSuiNode, type SuiTestNode } from '../../../../e2e/fixtures/sui/node.ts'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { ChainAdapter } from '../../adapter.ts'
import { createSuiAdapter } from '../adapter.ts'

const signal = new AbortController().signal
const WHOLE = 1_000_000_000n
const person = (who: string): Address => trustedAddress(idOf(`funding ${who}`))
const [rich, sponsor, keeper, later] = ['rich', 'sponsor', 'keeper', 'later'].map(person) as [Address, Address, Address, Address]
const [bySponsor, byKeeper, bySale] = ['by sponsor', 'by keeper', 'by sale'].map(person) as [Address, Address, Address]
/** More receivers of one transaction than a page of balance changes has. */
const crowd = Array.from({ length: 130 }, (_, i) => person(`crowd ${i}`)).toSorted((a, b) => (a < b ? -1 : 1))

describe('the first SUI of an account', () => {
  let node: SuiTestNode
  let adapter: ChainAdapter

  beforeAll(async () => {
    const ledger = new Ledger()
    fund(ledger, [rich, sponsor, keeper, later], 1_000n * WHOLE)
    ledger.seal(4)
    const play = (act: (tx: TransactionBuilder) => void, who: { sender: Address; sponsor?: Address }): void => {
      ledger.execute(who, act)
      ledger.seal(2)
    }
    // The coin that pays the gas is the sponsor's, and part of it is split off for the account.
    play((tx) => tx.move(sponsor, bySponsor, SUI, 3n * WHOLE), { sender: keeper, sponsor })
    // A shared object pays the account; the sender only made it do so.
    play((tx) => tx.give(byKeeper, SUI, 2n * WHOLE), { sender: keeper })
    // The sender sells a coin, and the pool pays the account.
    play(
      (tx) => {
        tx.change(rich, `${idOf('package')}::coin::COIN`, -5n)
        tx.give(bySale, SUI, 4n * WHOLE)
      },
      { sender: rich },
    )
    play((tx) => crowd.forEach((one) => tx.move(rich, one, SUI, WHOLE)), { sender: rich })
    play((tx) => [...crowd, byKeeper].forEach((one) => tx.move(later, one, SUI, 2n * WHOLE)), { sender: later })
    node = await startSuiNode(ledger)
    adapter = createSuiAdapter({ network: 'sui', endpoints: node.endpoints })
  })
  afterAll(async () => {
    await adapter.close()
    await node.stop()
  })

  const read = async (wallet: Address) => (await adapter.firstFunding(wallet, await adapter.head(signal), signal)).funding
  const received = async (wallet: Address) => {
    const head = await adapter.head(signal)
    const { rows } = await adapter.payments({ wallet, side: 'received', since: 0, until: head.time, least: 0, most: 100 }, head, signal)
    return rows.map(({ from, raw }) => [from, raw / WHOLE])
  }

  test('is from the account that lost it, even if that is the sponsor', async () => {
    expect(await read(bySponsor)).toMatchObject({ funder: sponsor, raw: 3n * WHOLE, reason: null })
    expect(await received(bySponsor)).toEqual([[sponsor, 3n]])
  })

  test('is from the sender who sold a coin for it', async () => {
    expect(await read(bySale)).toMatchObject({ funder: rich, raw: 4n * WHOLE, reason: null })
    expect(await received(bySale)).toEqual([[rich, 4n]])
  })

  test('is from nobody if an object paid it and the sender lost nothing', async () => {
    const funding = await read(byKeeper)
    expect(funding).toMatchObject({ funder: null, raw: null })
    expect(funding.reason).toMatch(/^The account’s first SUI came out of an object in /)
    expect(await received(byKeeper)).toEqual([[later, 2n]])
  })

  test('is found over GraphQL in a transaction with more balance changes than a page lists', async () => {
    node.grpc.faults.firstKept = 4
    for (const one of [crowd[0], crowd[70], crowd[129]]) expect(await read(one as Address)).toMatchObject({ funder: rich, raw: WHOLE })
  })
})
