import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { openTestStore } from './test-store.ts'
import { plainTrades } from './plain-trades.ts'
import { sampleTrade, tempStore, wallet, type TempStore } from './samples.ts'

const NAMED = ['signer', 'account', 'receiver', 'pool', 'token_in', 'token_out']
const TEXTS = NAMED.map((column) => `(SELECT text FROM address WHERE id = trade.${column}) AS ${column}`)

function temporary(): TempStore {
  const temp = tempStore()
  onTestFinished(() => temp.remove())
  return temp
}

/** Trades as in the file, with the texts of addresses. */
function rowsOf({ path }: TempStore): unknown[] {
  const database = new Database(path, { readonly: true })
  const rows = database.prepare(`SELECT trade.*, ${TEXTS.join()} FROM trade ORDER BY trade.id`).all()
  database.close()
  return rows
}

it('fills the table as the store does', async () => {
  const [ours, peers] = [temporary(), temporary()]
  const trades = [sampleTrade(), sampleTrade({ leg: 1, pool: null, account: wallet(7), receiver: null })]
  const store = await openTestStore(ours.path)
  await store.write.saveTrades({ network: 'eth', token: null, rows: trades, covers: null })
  await store.close()
  const plain = plainTrades(peers.path)
  plain.save(trades)
  plain.close()
  expect(rowsOf(ours)).toHaveLength(2)
  expect(rowsOf(peers)).toEqual(rowsOf(ours))
})
