import { afterAll, beforeAll, expect, test } from 'vitest'
import { fund, publishCoin } from '../../../../e2e/fixtures/sui/coins.ts'
import { idOf, SUI } from '../../../../e2e/fixtures/sui/ids.ts'
import { Ledger } from '../../../../e2e/fixtures/sui/ledger.ts'
import { startSuiNode, type SuiTestNode } from '../../../../e2e/fixtures/sui/node.ts'
import { openPool, swap } from '../../../../e2e/fixtures/sui/venues.ts'
import { trustedAddress, type TokenKey } from '../../../../src-shared/domain/address.ts'
import { withOwnReads } from '../../../ingest/testing/own-reads.ts'

const UNIT = 10n ** 9n
const [creator, friend, buyer] = ['creator', 'friend', 'buyer'].map((name) => idOf(`person ${name}`)) as [string, string, string]

/** A creator gives all tokens outside the pool to a friend, who sells it: neither is a holder at the end. */
function playGift(): { ledger: Ledger; token: TokenKey; gift: string } {
  const ledger = new Ledger()
  fund(ledger, [creator, friend, buyer], 100_000n * UNIT)
  const { coin } = publishCoin(ledger, { publisher: creator, module: 'gift', name: 'Gift', symbol: 'GIFT', decimals: 9, supply: 1_000n * UNIT })
  ledger.seal()
  const pool = openPool(ledger, creator, 'cetus', coin, SUI, 900n * UNIT, 900n * UNIT)
  ledger.seal()
  const { digest } = ledger.execute({ sender: creator }, (tx) => {
    tx.move(creator, friend, coin, 100n * UNIT)
  })
  ledger.seal()
  swap(ledger, { sender: friend, route: [pool], coinIn: coin, raw: 100n * UNIT })
  swap(ledger, { sender: buyer, route: [pool], coinIn: SUI, raw: 10n * UNIT })
  ledger.seal(3)
  return { ledger, token: { network: 'sui', address: trustedAddress(coin) }, gift: digest }
}

const played = playGift()
let node: SuiTestNode
beforeAll(async () => {
  node = await startSuiNode(played.ledger)
})
afterAll(() => node.stop())

test('a read that a restarted service resumes includes the gifts of a creator who holds nothing', () =>
  withOwnReads('sui', async ({ store, jobsOn }) => {
    const { token, gift } = played
    const asked = Promise.withResolvers<null>()
    const cancelled = Promise.withResolvers<null>()
    node.graphql.beforePage = () => {
      asked.resolve(null)
      return cancelled.promise
    }
    const interrupted = jobsOn(...node.endpoints)
    const { id } = await interrupted.start(token, { depth: 500, sinceBlock: null })
    await asked.promise
    await interrupted.cancel(id)
    cancelled.resolve(null)
    const { stages } = (await interrupted.get(id)) ?? { stages: [] }
    expect(stages.find(({ name }) => name === 'token')?.state).toBe('done')
    expect(await store.read.transfers({ token, limit: null })).toEqual([])
    const resumed = jobsOn(...node.endpoints)
    await resumed.resume(id)
    expect((await resumed.ended(id)).state).toBe('done')
    expect((await store.read.transfers({ token, limit: null })).map(({ tx, from, to }) => [tx, from, to])).toContainEqual([gift, creator, friend])
  }))
