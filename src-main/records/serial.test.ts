import { describe, expect, it } from 'vitest'
import type { WalletRole } from '../../src-shared/contract/records/wallets.ts'
import type { Claims } from '../../src-shared/domain/cases/claims.ts'
import { serialEntries, type EarlyLine } from './serial.ts'

const result = (realised: number | null) => ({ spent: 1, received: 1, realised, unrealised: null, left_out: 0 })

function line(wallet: string, token: string, realised: number | null, roles: readonly WalletRole[] = ['sniper']): EarlyLine {
  const figures = { bought: 10, sold: 5, native: result(realised), usd: result(null) }
  return { wallet, token, roles, firstTrade: 1, lastTrade: 2, figures }
}

const claims = (more: Partial<Claims>): Claims => ({ hubs: [], entities: [], ...more })
const who = (lines: readonly EarlyLine[], of: Claims | null = null): (readonly string[])[] => serialEntries(lines, of).map(({ wallets }) => wallets)

describe('who was early in several tokens', () => {
  it('lists most tokens first, then the largest known result; unknown ones last', () => {
    const lines = ['A', 'B'].flatMap((token) => [line('unknown', token, null), line('small', token, 1), line('large', token, 2)])
    const three = ['A', 'B', 'C'].map((token) => line('three', token, -9))
    expect(who([...lines, ...three, line('once', 'A', 99)])).toEqual([['three'], ['large'], ['small'], ['unknown']])
  })

  it('sums the results that are known, and says of how many lines', () => {
    const [entry] = serialEntries([line('one', 'A', 2), line('one', 'B', null), line('one', 'C', 3)], null)
    expect(entry).toMatchObject({ tokens: 3, native: { realised: 5, known: 2 }, usd: { realised: null, known: 0 } })
  })

  it('names a wallet by itself, with its lines from the first trade on', () => {
    const at = (token: string, firstTrade: number | null) => ({ ...line('one', token, 1), firstTrade })
    const [entry] = serialEntries([at('D', null), at('C', 7), at('B', null), at('A', 9)], null)
    expect(entry).toMatchObject({ kind: 'wallet', name: null, wallets: ['one'], tokens: 4 })
    expect(entry?.lines.map(({ token }) => token)).toEqual(['C', 'A', 'B', 'D'])
  })

  it('takes the wallets of an entity together, also where each was early once', () => {
    const of = claims({ entities: [{ rule: 'owner_said', name: 'Team', wallets: ['one', 'two'] }] })
    const lines = [line('one', 'A', 1), line('two', 'B', 2), line('other', 'A', 1)]
    expect(who(lines)).toEqual([])
    expect(serialEntries(lines.toReversed(), of)).toMatchObject([
      { kind: 'entity', name: 'Team', wallets: ['one', 'two'], tokens: 2, native: { realised: 3, known: 2 } },
    ])
  })

  it('counts a token once where several wallets of an entity were early in it', () => {
    const of = claims({ entities: [{ rule: 'owner_said', name: null, wallets: ['one', 'two'] }] })
    expect(who([line('one', 'A', 1), line('two', 'A', 2)], of)).toEqual([])
  })

  it('joins nothing that the case keeps apart, and leaves out its hubs', () => {
    const of = claims({ hubs: [{ address: 'hub', name: 'Desk' }], entities: [{ rule: 'not_same', name: null, wallets: ['one', 'two'] }] })
    expect(who([line('one', 'A', 1), line('two', 'B', 2), line('hub', 'A', 1), line('hub', 'B', 1)], of)).toEqual([])
  })
})
