import { beforeEach, describe, expect, it } from 'vitest'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { read, write } from '../../dispatch.ts'
import { OTHER_TOKEN, POOL, sampleNativeTransfer, sampleToken, sampleTrade, sampleTransfer, TOKEN, txHash, wallet } from '../../testing/samples.ts'
import { writerPerTest } from '../../testing/writer-per-test.ts'

const db = writerPerTest()

const at = (block: number, event = 0) => ({ block, tx: 0, event })
const transfer = (n: number, from: number, to: number, raw: bigint) =>
  sampleTransfer({ position: at(n), tx: txHash(n), from: wallet(from), to: wallet(to), raw })
const saveTransfers = (rows: ReturnType<typeof sampleTransfer>[]) => write(db(), 'saveTransfers', { token: TOKEN, rows, covers: null })
const saveKind = (address: Address) => write(db(), 'saveAccounts', { network: 'eth', rows: [{ address, kind: 'contract' }] })
const revision = () => read(db(), 'token', TOKEN)?.revision ?? 0

describe('tokens', () => {
  it('come back as saved, uint256 supply included', () => {
    const info = sampleToken({ totalSupply: 2n ** 256n - 1n, notes: ['one', 'two'], holderCount: 12 })
    write(db(), 'saveToken', info)
    expect(read(db(), 'token', TOKEN)).toEqual({
      ...info,
      asOfHash: null,
      revision: 1,
      holdersKnown: 0,
      tradeCount: 0,
      snapshotCount: 0,
      linksKnown: false,
      openedAt: null,
      firstRead: null,
      clustersFrom: 'rules',
    })
  })

  it('keep what is known when a later source does not know it', () => {
    write(db(), 'saveToken', sampleToken({ logo: 'l', owner: wallet(3) }))
    write(db(), 'saveToken', sampleToken({ name: null, logo: null, owner: null, creator: null, createdAt: null, notes: ['n'], symbol: 'NEW' }))
    expect(read(db(), 'token', TOKEN)).toMatchObject({
      name: 'Sample',
      logo: 'l',
      owner: wallet(3),
      creator: wallet(1),
      createdAt: 1_700_000_000,
      symbol: 'NEW',
      notes: ['n'],
    })
  })

  it('forget how many hold them only when a read says that it is unknown now', () => {
    const count = () => read(db(), 'token', TOKEN)?.holderCount
    write(db(), 'saveToken', sampleToken({ holderCount: 12 }))
    write(db(), 'saveToken', { ...sampleToken({ holderCount: null }), forgets: [] })
    expect(count()).toBe(12)
    write(db(), 'saveToken', { ...sampleToken({ holderCount: null }), forgets: ['holderCount'] })
    expect(count()).toBeNull()
  })

  it('forget their owner only when a read says that there is none now', () => {
    const owner = () => read(db(), 'token', TOKEN)?.owner
    write(db(), 'saveToken', sampleToken({ owner: wallet(3) }))
    write(db(), 'saveToken', { ...sampleToken({ owner: null }), forgets: [] })
    expect(owner()).toBe(wallet(3))
    write(db(), 'saveToken', { ...sampleToken({ owner: null }), forgets: ['owner'] })
    expect(owner()).toBeNull()
  })

  it('count the holders and trades that were stored before them', () => {
    write(db(), 'saveTrades', { network: 'eth', rows: [sampleTrade()], token: null, covers: null })
    write(db(), 'saveBalances', { token: TOKEN, rows: [{ address: wallet(1), raw: 1n, verified: true }], replaceAll: false })
    write(db(), 'saveToken', sampleToken())
    expect(read(db(), 'token', TOKEN)).toMatchObject({ tradeCount: 1, holdersKnown: 1 })
  })

  const link = { source: wallet(1), target: wallet(2), token: TOKEN.address, forward: 5, backward: 0 }
  const funding = { wallet: wallet(1), funder: wallet(2), raw: 1n, tx: 't', block: 1, time: 1, reason: null }
  it.each<[string, boolean, () => unknown]>([
    ['nothing but holders', false, () => null],
    ['a transfer', true, () => saveTransfers([transfer(1, 1, 2, 3n)])],
    ['a trade', true, () => write(db(), 'saveTrades', { network: 'eth', rows: [sampleTrade()], token: null, covers: null })],
    ['a link of an imported map', true, () => write(db(), 'saveRecordedLinks', { token: TOKEN, rows: [link] })],
    ['who funded a holder', true, () => write(db(), 'saveFunding', { network: 'eth', rows: [funding] })],
    [
      'a funding that could not be decided',
      false,
      () => write(db(), 'saveFunding', { network: 'eth', rows: [{ ...funding, funder: null, raw: null, tx: null, reason: 'r' }] }),
    ],
    ['who funded another wallet', false, () => write(db(), 'saveFunding', { network: 'eth', rows: [{ ...funding, wallet: wallet(8) }] })],
  ])('report whether anything can link their holders: %s, %s', (_, known, store) => {
    write(db(), 'saveToken', sampleToken())
    write(db(), 'saveBalances', { token: TOKEN, rows: [{ address: wallet(1), raw: 1n, verified: true }], replaceAll: true })
    store()
    expect(read(db(), 'token', TOKEN)?.linksKnown).toBe(known)
  })

  it('are listed by when they were opened, and found by address, name or symbol in any case', () => {
    write(db(), 'saveToken', sampleToken({ name: 'ÉCLAIR' }))
    write(db(), 'saveToken', sampleToken({ ...OTHER_TOKEN, name: 'Other', symbol: 'OTH' }))
    write(db(), 'markOpened', { token: TOKEN, at: 10 })
    const found = (q: string | null, limit = 9) => read(db(), 'tokens', { q, limit }).map((t) => t.address)
    expect(found(null)).toEqual([TOKEN.address, OTHER_TOKEN.address])
    expect(found('éclair')).toEqual([TOKEN.address])
    expect(found('oth')).toEqual([OTHER_TOKEN.address])
    expect(found(TOKEN.address.slice(-4).toUpperCase())).toEqual([TOKEN.address])
    expect(found('%')).toEqual([])
    expect(found(null, 1)).toHaveLength(1)
  })
})

describe('revisions grow with every change of a fact', () => {
  beforeEach(() => write(db(), 'saveToken', sampleToken()))

  it.each([
    ['a token', () => write(db(), 'saveToken', sampleToken({ name: 'x' }))],
    ['new transfers', () => saveTransfers([transfer(1, 1, 2, 3n)])],
    ['the first range covered', () => write(db(), 'saveTrades', { network: 'eth', rows: [], token: TOKEN, covers: { from: 1, to: 2 } })],
    [
      'a trade of the token among others',
      () => write(db(), 'saveTrades', { network: 'eth', rows: [sampleTrade()], token: OTHER_TOKEN, covers: null }),
    ],
    ['balances', () => write(db(), 'saveBalances', { token: TOKEN, rows: [], replaceAll: true })],
    ['a replay', () => write(db(), 'replayBalances', { token: TOKEN, block: 1 })],
    [
      'a funding on its network',
      () =>
        write(db(), 'saveFunding', {
          network: 'eth',
          rows: [{ wallet: wallet(1), funder: wallet(2), raw: 1n, tx: 't', block: 1, time: 1, reason: null }],
        }),
    ],
    ['a kind on its network', () => saveKind(TOKEN.address)],
    ['native transfers on its network', () => write(db(), 'saveNativeTransfers', { network: 'eth', rows: [sampleNativeTransfer()] })],
    ['recorded links', () => write(db(), 'saveRecordedLinks', { token: TOKEN, rows: [] })],
    [
      'a pool',
      () =>
        write(db(), 'savePools', {
          token: TOKEN,
          covers: null,
          rows: [
            {
              kind: 'pool',
              network: 'eth',
              address: POOL,
              dex: 'd',
              dexVersion: '1',
              token0: TOKEN.address,
              token1: OTHER_TOKEN.address,
              createdBlock: null,
              createdTx: null,
            },
          ],
        }),
    ],
  ])('%s', (_, change) => {
    const before = revision()
    change()
    expect(revision()).toBeGreaterThan(before)
    expect(read(db(), 'setting', 'labels_revision')).toBeNull()
  })

  it.each([
    [
      'trades of other tokens',
      () =>
        write(db(), 'saveTrades', {
          network: 'eth',
          token: null,
          covers: null,
          rows: [sampleTrade({ tokenOut: { token: wallet(0xee), raw: 1n, decimals: null, usd: null } })],
        }),
    ],
    ['a kind on another network', () => write(db(), 'saveAccounts', { network: 'bsc', rows: [{ address: wallet(1), kind: 'contract' }] })],
    ['the kind of an address that nothing names', () => saveKind(wallet(1))],
    ['being opened', () => write(db(), 'markOpened', { token: TOKEN, at: 1 })],
  ])('not with %s', (_, change) => {
    change()
    expect(revision()).toBe(1)
  })

  it('not with what was known already', () => {
    const change = () => {
      saveTransfers([transfer(1, 1, 2, 3n)])
      write(db(), 'saveTrades', { network: 'eth', rows: [sampleTrade()], token: TOKEN, covers: { from: 1, to: 5 } })
      write(db(), 'saveAccounts', { network: 'eth', rows: [{ address: wallet(1), kind: 'contract' }] })
      write(db(), 'saveFunding', {
        network: 'eth',
        rows: [{ wallet: wallet(1), funder: null, raw: null, tx: null, block: null, time: null, reason: 'r' }],
      })
    }
    change()
    const before = revision()
    change()
    expect(revision()).toBe(before)
  })
})

describe('deleting a token', () => {
  it('drops its facts, keeps those of another stored token, and never repeats a revision', () => {
    write(db(), 'saveToken', sampleToken())
    write(db(), 'saveToken', sampleToken({ ...OTHER_TOKEN }))
    write(db(), 'saveTransfers', { token: TOKEN, rows: [transfer(1, 1, 2, 3n)], covers: { from: 1, to: 9 } })
    write(db(), 'replayBalances', { token: TOKEN, block: 9 })
    const alone = sampleTrade({ tx: txHash(7), tokenIn: { token: wallet(0xee), raw: 1n, decimals: 6, usd: null } })
    write(db(), 'saveTrades', { network: 'eth', rows: [sampleTrade(), alone], token: null, covers: null })
    const last = revision()
    write(db(), 'deleteToken', TOKEN)
    expect(read(db(), 'token', TOKEN)).toBeNull()
    expect(read(db(), 'transfers', { token: TOKEN, limit: null })).toEqual([])
    expect(read(db(), 'holders', { token: TOKEN, limit: null })).toEqual([])
    expect(read(db(), 'covered', { token: TOKEN, what: 'transfers' })).toEqual([])
    expect(read(db(), 'tokenTrades', { token: OTHER_TOKEN, limit: null })).toEqual([sampleTrade()])
    expect(read(db(), 'tokenTrades', { token: TOKEN, limit: null })).toEqual([sampleTrade()])
    write(db(), 'saveToken', sampleToken())
    expect(revision()).toBeGreaterThan(last)
  })
})
