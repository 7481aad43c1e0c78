import { rmSync, statSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { missingPostgres, startPostgres } from '../../../e2e/fixtures/postgres.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openStore } from '../client.ts'
import type { Store } from '../interface.ts'
import type { StoreLocation } from '../location.ts'
import { OTHER_TOKEN, sampleToken, sampleTrade, tempStore, TOKEN, wallet } from '../testing/samples.ts'

/** docs/team.md#moving */

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(location: StoreLocation): Promise<Store> {
  const store = await openStore({ location, logger: silentLogger })
  closers.push(() => store.close())
  return store
}

function emptyFile(): { file: string } {
  const temp = tempStore()
  closers.push(() => temp.remove())
  return { file: temp.path }
}

async function database(): Promise<StoreLocation> {
  const server = await startPostgres()
  closers.push(() => server.remove())
  return { postgres: server.url() }
}

const tradesOf = (token: string, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const trade = sampleTrade({ tx: `0x${from + n}`, position: { block: from + n, tx: 0, event: 0 } })
    return {
      ...trade,
      tokenIn: { ...trade.tokenIn, token: token as typeof trade.tokenIn.token, raw: 10n ** 30n + BigInt(n) },
      tokenOut: { ...trade.tokenOut, token: wallet(0xee) },
    }
  })

const FILE = { name: 'another file', skip: null, target: async () => emptyFile() }
const POSTGRES = { name: 'PostgreSQL', skip: missingPostgres, target: database }

describe.each(process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? [FILE, POSTGRES] : [FILE])('a store that is added to $name', ({ skip, target }) => {
  test.skipIf(skip !== null)(`keeps what is there, and brings what is not${skip === null ? '' : ` (${skip})`}`, async () => {
    const source = emptyFile()
    const person = await open(source)
    const mine = tradesOf(TOKEN.address, 100, 50)
    await person.write.saveToken(sampleToken({ symbol: 'MI\u202ENE', name: '<b>Mine</b>' }))
    await person.write.saveTrades({ network: 'eth', rows: mine, token: TOKEN, covers: null })
    const { id } = await person.write.createCase({ id: 'case-1', name: 'Mine', at: 1 })
    const team = await open(await target())
    const theirs = tradesOf(OTHER_TOKEN.address, 900, 20)
    await team.write.saveTrades({ network: 'eth', rows: theirs, token: OTHER_TOKEN, covers: null })

    const { added, cases } = await team.write.importStore({ ...source, owner: 'Ann' })
    expect([added.map(({ address }) => address), cases]).toEqual([[TOKEN.address], [id]])
    expect(await team.read.token(TOKEN)).toMatchObject({ symbol: 'MINE', name: 'Mine' })
    expect(await team.read.tokenTrades({ token: TOKEN, limit: null })).toEqual(await person.read.tokenTrades({ token: TOKEN, limit: null }))
    expect(await team.read.tokenTrades({ token: OTHER_TOKEN, limit: null })).toHaveLength(20)
    const { rows } = await team.read.tradesAfter({ network: 'eth', subject: null, after: 20, limit: 100 })
    expect(rows).toEqual(Array.from({ length: 50 }, (_, n) => 21 + n))
    expect((await team.read.caseRecord(id))?.name).toBe('Mine')
    expect(await team.read.caseMembers(null)).toEqual([{ id, name: 'Ann', access: 'own' }])

    expect(await team.write.importStore(source)).toMatchObject({ added: [], cases: [] })
    expect(await team.read.tokenTrades({ token: TOKEN, limit: null })).toHaveLength(50)
  })
})

test('a file that is not a store is refused in one sentence', async () => {
  const store = await open(emptyFile())
  const { file } = emptyFile()
  rmSync(file, { force: true })
  await expect(store.write.importStore({ file })).rejects.toThrow(/cannot be read as a store/)
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()
})
