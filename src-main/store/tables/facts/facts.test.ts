import { describe, expect, it } from 'vitest'
import { NATIVE } from '../../../../src-shared/domain/events.ts'
import { read, write } from '../../dispatch.ts'
import { OTHER_TOKEN, POOL, sampleNativeTransfer, sampleToken, sampleTrade, sampleTransfer, TOKEN, txHash, wallet } from '../../testing/samples.ts'
import { writerPerTest } from '../../testing/writer-per-test.ts'

const db = writerPerTest()

const at = (block: number, event = 0) => ({ block, tx: 0, event })
const transfer = (n: number, from: number, to: number, raw: bigint) =>
  sampleTransfer({ position: at(n), tx: txHash(n), from: wallet(from), to: wallet(to), raw })
const saveTransfers = (rows: ReturnType<typeof sampleTransfer>[]) => write(db(), 'saveTransfers', { token: TOKEN, rows, covers: null })

describe('transfers', () => {
  it('are stored once, come in chain order, and cover their range with them', () => {
    const rows = [transfer(3, 1, 2, 2n ** 255n), transfer(1, 2, 1, 1n), sampleTransfer({ position: at(3, 5), tx: txHash(3), time: null })]
    expect(write(db(), 'saveTransfers', { token: TOKEN, rows, covers: { from: 1, to: 5 } })).toBe(3)
    expect(write(db(), 'saveTransfers', { token: TOKEN, rows, covers: { from: 6, to: 9 } })).toBe(0)
    expect(read(db(), 'transfers', { token: TOKEN, limit: null })).toEqual([rows[1], rows[0], rows[2]])
    expect(read(db(), 'transfers', { token: TOKEN, limit: 1 })).toEqual([rows[1]])
    expect(read(db(), 'covered', { token: TOKEN, what: 'transfers' })).toEqual([{ from: 1, to: 9 }])
    expect(read(db(), 'covered', { token: TOKEN, what: 'trades' })).toEqual([])
  })

  it('leave nothing behind when one of them does not fit', () => {
    const bad = sampleTransfer({ token: OTHER_TOKEN.address })
    expect(() => write(db(), 'saveTransfers', { token: TOKEN, rows: [transfer(1, 7, 8, 1n), bad], covers: { from: 1, to: 5 } })).toThrow(
      'another token',
    )
    expect(read(db(), 'transfers', { token: TOKEN, limit: null })).toEqual([])
    expect(read(db(), 'covered', { token: TOKEN, what: 'transfers' })).toEqual([])
    // Cached ids of the rolled back rows must not be used again.
    expect(saveTransfers([transfer(1, 7, 8, 1n)])).toBe(1)
    expect(read(db(), 'transfers', { token: TOKEN, limit: null })).toEqual([transfer(1, 7, 8, 1n)])
  })

  it('of the native coin are found by payer too', () => {
    const native = (n: number, from: number, to: number) =>
      sampleNativeTransfer({ position: at(n), tx: txHash(n), from: wallet(from), to: wallet(to) })
    write(db(), 'saveNativeTransfers', { network: 'eth', rows: [native(3, 1, 2), native(1, 5, 3), native(2, 1, 9)] })
    expect(read(db(), 'nativePayments', { network: 'eth', wallets: [wallet(1), wallet(4)] })).toEqual([native(2, 1, 9), native(3, 1, 2)])
  })

  it('of dollar coins are found by payer and by payee, each once', () => {
    const paid = (n: number, from: number, to: number, coinUsd: number | null) => ({
      ...{ from: wallet(from), to: wallet(to), token: OTHER_TOKEN.address, raw: 2n ** 70n + BigInt(n), decimals: 6, coinUsd },
      ...{ tx: txHash(n), block: n, time: n * 12 },
    })
    const rows = [paid(3, 1, 2, 2500.5), paid(1, 5, 3, null), paid(2, 2, 9, null), paid(3, 1, 2, 2500.5)]
    expect(write(db(), 'saveDollarPayments', { network: 'eth', rows })).toBe(3)
    expect(read(db(), 'dollarPayments', { network: 'eth', wallets: [wallet(1), wallet(2)] })).toEqual([rows[2], rows[0]])
    expect(read(db(), 'dollarPayments', { network: 'eth', wallets: [wallet(3)] })).toEqual([rows[1]])
  })

  it('to tip accounts cover the range in which all were looked at', () => {
    write(db(), 'saveTips', { token: TOKEN, rows: [], covers: { from: 3, to: 7 } })
    expect(read(db(), 'covered', { token: TOKEN, what: 'tips' })).toEqual([{ from: 3, to: 7 }])
    expect(read(db(), 'covered', { token: TOKEN, what: 'native' })).toEqual([])
  })

  it('of the native coin are found by receiver, in chain order over all requested wallets', () => {
    const native = (n: number, from: number, to: number) =>
      sampleNativeTransfer({ position: at(n), tx: txHash(n), from: wallet(from), to: wallet(to) })
    expect(write(db(), 'saveNativeTransfers', { network: 'eth', rows: [native(3, 1, 2), native(1, 5, 3), native(2, 2, 9), native(3, 1, 2)] })).toBe(3)
    const found = read(db(), 'nativeTransfers', { network: 'eth', wallets: [wallet(2), wallet(3), wallet(2)] })
    expect(found).toEqual([native(1, 5, 3), native(3, 1, 2)])
    expect(found[0]?.token).toBe(NATIVE)
  })
})

describe('trades', () => {
  it('are the same trade when read again with another leg number', () => {
    const save = (leg: number) => write(db(), 'saveTrades', { network: 'eth', rows: [sampleTrade({ leg })], token: null, covers: null })
    expect([save(1), save(0)]).toEqual([
      { indexes: [0], ids: [1] },
      { indexes: [], ids: [] },
    ])
    expect(read(db(), 'tokenTrades', { token: TOKEN, limit: null })).toEqual([sampleTrade({ leg: 1 })])
  })

  it('of two pools in one event are two', () => {
    const rows = [sampleTrade({ pool: POOL }), sampleTrade({ pool: wallet(0xc1), leg: 1 }), sampleTrade({ pool: null, leg: 2 })]
    expect(write(db(), 'saveTrades', { network: 'eth', rows, token: null, covers: null }).ids).toHaveLength(3)
    expect(read(db(), 'tokenTrades', { token: TOKEN, limit: null })).toEqual(rows)
    expect(read(db(), 'tokenTrades', { token: TOKEN, limit: 2 })).toHaveLength(2)
  })

  it('with one hash on two networks are two', () => {
    write(db(), 'saveTrades', { network: 'eth', rows: [sampleTrade()], token: null, covers: null })
    const onBsc = sampleTrade({ network: 'bsc' })
    expect(write(db(), 'saveTrades', { network: 'bsc', rows: [onBsc], token: null, covers: null }).indexes).toEqual([0])
    expect(read(db(), 'tokenTrades', { token: { ...TOKEN, network: 'bsc' }, limit: null })).toEqual([onBsc])
  })
})

describe('pools', () => {
  it('are found from either token, oldest first, each once, with the venue that was read last', () => {
    const pool = (n: number, createdBlock: number | null) => ({
      kind: 'pool' as const,
      network: 'eth' as const,
      address: wallet(n),
      dex: 'uniswap',
      dexVersion: '3',
      token0: TOKEN.address,
      token1: OTHER_TOKEN.address,
      createdBlock,
      createdTx: null,
    })
    const rows = [pool(1, null), pool(2, 50), pool(3, 40)]
    expect(write(db(), 'savePools', { token: TOKEN, rows, covers: null })).toBe(3)
    expect(write(db(), 'savePools', { token: TOKEN, rows, covers: { from: 0, to: 9 } })).toBe(0)
    expect(read(db(), 'pools', OTHER_TOKEN)).toEqual([rows[2], rows[1], rows[0]])
    const renamed = { ...pool(2, 60), dex: 'unproven-pool' }
    expect(write(db(), 'savePools', { token: TOKEN, rows: [renamed], covers: null })).toBe(1)
    expect(read(db(), 'pools', OTHER_TOKEN)).toEqual([rows[2], { ...renamed, createdBlock: 50 }, rows[0]])
  })
})

describe('balances', () => {
  const zero = 0

  it('are the sums of transfers up to a block; the zero address holds nothing', () => {
    saveTransfers([transfer(1, zero, 1, 10n ** 30n), transfer(2, 1, 2, 5n), transfer(3, 2, zero, 2n), transfer(4, 1, 3, 1n), transfer(2, 2, 2, 5n)])
    expect(write(db(), 'replayBalances', { token: TOKEN, block: 3 })).toEqual({ holders: 2, impossible: [] })
    expect(read(db(), 'holders', { token: TOKEN, limit: null })).toEqual([
      { address: wallet(1), raw: 10n ** 30n - 5n, verified: false },
      { address: wallet(2), raw: 3n, verified: false },
    ])
  })

  it('of a wallet that sent more than it got are unknown, not negative', () => {
    saveTransfers([transfer(1, 5, 6, 9n)])
    expect(write(db(), 'replayBalances', { token: TOKEN, block: 9 })).toEqual({ holders: 1, impossible: [{ address: wallet(5), raw: -9n }] })
    expect(read(db(), 'holders', { token: TOKEN, limit: null })).toEqual([{ address: wallet(6), raw: 9n, verified: false }])
  })

  it('above uint256 are unknown, and named first', () => {
    const most = 2n ** 256n - 1n
    const lies = [transfer(1, zero, 1, most), transfer(2, zero, 1, most), transfer(2, 5, 2, 9n)]
    saveTransfers(lies)
    const impossible = [
      { address: wallet(1), raw: 2n * most },
      { address: wallet(5), raw: -9n },
    ]
    expect(write(db(), 'replayBalances', { token: TOKEN, block: 9 })).toEqual({ holders: 1, impossible })
    expect(read(db(), 'holders', { token: TOKEN, limit: null })).toEqual([{ address: wallet(2), raw: 9n, verified: false }])
  })

  it('read from the chain replace those wallets only, or everything on request; zero is no holding', () => {
    const save = (rows: [number, bigint][], replaceAll: boolean) =>
      write(db(), 'saveBalances', { token: TOKEN, replaceAll, rows: rows.map(([n, raw]) => ({ address: wallet(n), raw, verified: true })) })
    const held = () => read(db(), 'holders', { token: TOKEN, limit: null }).map((h) => [Number(h.address), h.raw])
    write(db(), 'saveToken', sampleToken())
    save(
      [
        [3, 7n],
        [2, 7n],
        [1, 2n ** 70n],
      ],
      true,
    )
    expect(held()).toEqual([
      [1, 2n ** 70n],
      [2, 7n],
      [3, 7n],
    ])
    save(
      [
        [1, 0n],
        [2, 9n],
      ],
      false,
    )
    expect(held()).toEqual([
      [2, 9n],
      [3, 7n],
    ])
    expect(read(db(), 'token', TOKEN)?.holdersKnown).toBe(2)
    expect(read(db(), 'holders', { token: TOKEN, limit: 1 })).toHaveLength(1)
    save([], true)
    expect(held()).toEqual([])
  })
})

describe('produced blocks', () => {
  it('are stored as reported, and deleted with the token', () => {
    expect(read(db(), 'producedBlocks', TOKEN)).toBeNull()
    write(db(), 'saveProducedBlocks', { token: TOKEN, blocks: [5, 6, 8] })
    expect(read(db(), 'producedBlocks', TOKEN)).toEqual([5, 6, 8])
    write(db(), 'deleteToken', TOKEN)
    expect(read(db(), 'producedBlocks', TOKEN)).toBeNull()
  })
})

describe('the switch that opened trading', () => {
  it('is stored as found, or that there is none, and forgotten with its block and with the token', () => {
    const stored = () => read(db(), 'tradingSwitch', TOKEN)
    const found = { block: 7, tx: 'opened', txIndex: 2 }
    expect(stored()).toBeNull()
    write(db(), 'saveTradingSwitch', { token: TOKEN, found: 'none' })
    expect(stored()).toBe('none')
    write(db(), 'saveTradingSwitch', { token: TOKEN, found })
    expect(stored()).toEqual(found)
    write(db(), 'rollBackBlocks', { token: TOKEN, from: 8 })
    expect(stored()).toEqual(found)
    write(db(), 'rollBackBlocks', { token: TOKEN, from: 7 })
    expect(stored()).toBeNull()
    write(db(), 'saveTradingSwitch', { token: TOKEN, found })
    write(db(), 'deleteToken', TOKEN)
    expect(stored()).toBeNull()
  })
})

describe('gas settings and fees of the first buys', () => {
  it('are stored exactly, and forgotten with their blocks and with the token', () => {
    const settings = { nonce: 0, value: 3n * 10n ** 18n, gasLimit: 300_001, maxFee: 2_100_000_001n, maxPriorityFee: null }
    const known = { ...settings, tx: 'first', block: 7, priorityFee: 1n, usualPriorityFee: 2n, paid: 10n ** 17n }
    const unknown = { ...settings, tx: 'second', block: 8, maxPriorityFee: 5n, priorityFee: null, usualPriorityFee: null, paid: null }
    const stored = () => read(db(), 'launchTransactions', TOKEN)
    expect(stored()).toEqual([])
    write(db(), 'saveLaunchTransactions', { token: TOKEN, rows: [unknown, known] })
    expect(stored()).toEqual([known, unknown])
    write(db(), 'rollBackBlocks', { token: TOKEN, from: 8 })
    expect(stored()).toEqual([known])
    write(db(), 'deleteToken', TOKEN)
    expect(stored()).toEqual([])
  })
})

describe('owners of contracts', () => {
  it('are those of the newest read of each contract, and deleted with the token', () => {
    const row = { contract: wallet(1), owner: wallet(2), deployerNonce: null }
    const other = { contract: wallet(3), owner: wallet(2), deployerNonce: 4 }
    write(db(), 'saveContractOwners', { token: TOKEN, contracts: [wallet(1), wallet(3)], rows: [row, other] })
    write(db(), 'saveContractOwners', { token: TOKEN, contracts: [wallet(3)], rows: [] })
    expect(read(db(), 'contractOwners', TOKEN)).toEqual([row])
    write(db(), 'deleteToken', TOKEN)
    expect(read(db(), 'contractOwners', TOKEN)).toEqual([])
  })
})

describe('roles in the code of a token', () => {
  it('are those of the newest read, and deleted with the token', () => {
    const row = { role: 'minter', member: wallet(1), tx: txHash(1) }
    write(db(), 'saveGrantedRoles', { token: TOKEN, rows: [row, { ...row, role: 'pauser' }] })
    write(db(), 'saveGrantedRoles', { token: TOKEN, rows: [row] })
    expect(read(db(), 'grantedRoles', TOKEN)).toEqual([row])
    write(db(), 'deleteToken', TOKEN)
    expect(read(db(), 'grantedRoles', TOKEN)).toEqual([])
  })
})

describe('wallets', () => {
  it('keep a known kind when a later read does not know it', () => {
    const save = (kind: 'contract' | 'unknown' | 'wallet') => write(db(), 'saveAccounts', { network: 'eth', rows: [{ address: wallet(1), kind }] })
    save('wallet')
    save('unknown')
    expect(read(db(), 'accounts', { network: 'eth', addresses: [wallet(9), wallet(1)] })).toEqual([{ address: wallet(1), kind: 'wallet' }])
    save('contract')
    expect(read(db(), 'accounts', { network: 'eth', addresses: [wallet(1)] })).toEqual([{ address: wallet(1), kind: 'contract' }])
  })

  it('keep a decided first funding, and answer in the requested order', () => {
    const undecided = { wallet: wallet(1), funder: null, raw: null, tx: null, block: null, time: null, reason: 'too many' }
    const decided = { wallet: wallet(1), funder: wallet(2), raw: 2n ** 60n, tx: 't', block: 5, time: 6, reason: null }
    const other = { ...decided, wallet: wallet(3) }
    const save = (rows: (typeof undecided | typeof decided)[]) => write(db(), 'saveFunding', { network: 'eth', rows })
    const query = { network: 'eth', wallets: [wallet(3), wallet(1)] } as const
    save([undecided])
    expect(read(db(), 'funding', query)).toEqual([undecided])
    save([decided, other])
    save([undecided])
    expect(read(db(), 'funding', query)).toEqual([other, decided])
  })

  it('keep how a first funding was found, once it is known', () => {
    const decided = { wallet: wallet(1), funder: wallet(2), raw: 1n, tx: 't', block: 5, time: 6, reason: null }
    write(db(), 'saveFunding', { network: 'eth', rows: [decided] })
    write(db(), 'saveFunding', { network: 'eth', rows: [{ ...decided, means: 'trace_filter' }] })
    expect(read(db(), 'funding', { network: 'eth', wallets: [wallet(1)] })).toEqual([{ ...decided, means: 'trace_filter' }])
  })

  it('keep how a first funding is known to be the first, and replace no known answer by a cut history', () => {
    const unfunded = { wallet: wallet(1), funder: null, raw: null, tx: null, block: null, time: null, reason: 'cut', proof: 'cut' } as const
    const paidOut = { ...unfunded, block: 5, reason: 'a program paid', proof: 'birth' } as const
    const stored = () => read(db(), 'funding', { network: 'eth', wallets: [wallet(1)] })
    write(db(), 'saveFunding', { network: 'eth', rows: [unfunded] })
    expect(stored()).toEqual([unfunded])
    write(db(), 'saveFunding', { network: 'eth', rows: [paidOut] })
    write(db(), 'saveFunding', { network: 'eth', rows: [unfunded] })
    expect(stored()).toEqual([paidOut])
  })

  it('keep the newest count of what an address does', () => {
    const row = { address: wallet(1), transactions: 1_000, atLeast: true, seconds: 3_600 }
    write(db(), 'saveActivity', { network: 'eth', rows: [{ ...row, transactions: 5, atLeast: false, seconds: null }] })
    write(db(), 'saveActivity', { network: 'eth', rows: [row] })
    expect(read(db(), 'activity', { network: 'eth', addresses: [wallet(2), wallet(1)] })).toEqual([row])
  })

  it('keep the newest native balance, however large', () => {
    const [small, large] = [
      { address: wallet(1), raw: 5n },
      { address: wallet(2), raw: 10n ** 30n },
    ]
    write(db(), 'saveNativeBalances', { network: 'eth', rows: [{ ...small, raw: 7n }, large] })
    write(db(), 'saveNativeBalances', { network: 'eth', rows: [small] })
    expect(read(db(), 'nativeBalances', { network: 'eth', addresses: [wallet(2), wallet(3), wallet(1)] })).toEqual([large, small])
  })

  it('keep recorded links in the order of the file', () => {
    const link = (n: number) => ({ source: wallet(n), target: wallet(n + 1), token: NATIVE, forward: 1.5, backward: 0 })
    write(db(), 'saveRecordedLinks', { token: TOKEN, rows: [link(5), link(2)] })
    expect(read(db(), 'recordedLinks', TOKEN)).toEqual([link(5), link(2)])
    write(db(), 'saveRecordedLinks', { token: TOKEN, rows: [link(1)] })
    expect(read(db(), 'recordedLinks', TOKEN)).toEqual([link(1)])
  })

  it('keep how many counterparties the file of the links states, until other links are saved', () => {
    const degree = (n: number) => ({ address: wallet(n), counterparties: 10 * n })
    write(db(), 'saveRecordedLinks', { token: TOKEN, rows: [], degrees: [degree(2), degree(1)] })
    expect(read(db(), 'recordedDegrees', TOKEN)).toEqual([degree(1), degree(2)])
    write(db(), 'saveRecordedLinks', { token: TOKEN, rows: [] })
    expect(read(db(), 'recordedDegrees', TOKEN)).toEqual([])
  })
})
