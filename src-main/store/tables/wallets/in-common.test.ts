import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { RoleRow, TokenRoles } from '../../../../src-shared/domain/token-roles.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { read, write } from '../../dispatch.ts'
import { OTHER_TOKEN, POOL, sampleToken, TOKEN, wallet } from '../../testing/samples.ts'
import { runsOf, withWriter } from '../../testing/test-engine.ts'

const role = (address: Address, more: Partial<RoleRow> = {}): RoleRow => ({
  address,
  roles: [],
  cluster: null,
  isService: false,
  firstTrade: null,
  lastTrade: null,
  figures: null,
  ...more,
})

const counted = (wallets: readonly RoleRow[], more: Partial<TokenRoles> = {}): TokenRoles => ({
  asOf: 1_700_000_000,
  block: 500,
  rules: 'shipped',
  unknown: [],
  wallets,
  deposits: [],
  ...more,
})

function saveHolders(db: WriteDb, token: Address, holders: readonly Address[]): void {
  write(db, 'saveToken', sampleToken({ address: token }))
  const rows = holders.map((address, at) => ({ address, raw: BigInt(1 + at) * 10n ** 20n, verified: true }))
  write(db, 'saveBalances', { token: { network: 'eth', address: token }, rows, replaceAll: true })
}

const tokenAt = (at: number): Address => wallet(0xa000 + at)
const people = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 25 })
const tokens = fc.array(fc.record({ holders: people, early: people, services: people, isCounted: fc.boolean() }), { minLength: 2, maxLength: 5 })

describe('what tokens have in common', () => {
  it('equals sets that are made one by one', () =>
    fc.assert(
      fc.property(tokens, fc.integer({ min: 2, max: 5 }), (made, asked) =>
        withWriter((db) => {
          const members = made.map(({ holders, early, services, isCounted }, at) => {
            saveHolders(db, tokenAt(at), holders.map(wallet))
            if (!isCounted) return { all: new Set(holders), early: new Set<number>(), services: new Set<number>() }
            const service = new Set(services)
            const rows = [...new Set([...early, ...services])].map((n) =>
              role(wallet(n), { roles: early.includes(n) ? ['sniper'] : [], isService: service.has(n) }),
            )
            write(db, 'saveTokenRoles', { token: { network: 'eth', address: tokenAt(at) }, roles: counted(rows) })
            return { all: new Set([...holders, ...early, ...services]), early: new Set(early.filter((n) => !service.has(n))), services: service }
          })
          const own = members.slice(0, asked)
          const found = read(db, 'inCommon', { network: 'eth', tokens: own.map((_, at) => tokenAt(at)) })
          const services = new Set(own.flatMap((one) => [...one.services]))
          const sharedBy = (n: number): number[] => own.flatMap(({ all }, at) => (all.has(n) ? [at] : []))
          const everyone = [...new Set(own.flatMap(({ all }) => [...all]))]
          expect(new Map(found.wallets.map((one) => [one.address, [one.tokens, one.isService]]))).toEqual(
            new Map(everyone.flatMap((n) => (sharedBy(n).length > 1 ? [[wallet(n), [sharedBy(n), services.has(n)]]] : []))),
          )
          expect(found.tokens.map((one) => one.wallets)).toEqual(own.map(({ all }) => [...all].filter((n) => !services.has(n)).length))
          expect(found.tokens.map((one) => one.early)).toEqual(own.map(({ early }) => [...early].filter((n) => !services.has(n)).length))
          const others = members.filter((_, at) => made[at]?.isCounted).flatMap((one) => [...one.all].filter((n) => !one.services.has(n)))
          const population = new Set([...everyone, ...others].filter((n) => !services.has(n)))
          expect(found.population.wallets).toBe(population.size)
          expect(found.population.others).toBe([...population].filter((n) => !everyone.includes(n)).length)
        }),
      ),
      { numRuns: runsOf(process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 25 : 8) },
    ))

  it('tells services apart by labels, pools and contracts, whatever was counted', () =>
    withWriter((db) => {
      const all = [1, 2, 3, 4].map(wallet).concat(POOL)
      for (const { address } of [TOKEN, OTHER_TOKEN]) saveHolders(db, address, all)
      const label = { name: 'Hot wallet', category: null, source: 'test' }
      write(db, 'saveLabels', {
        network: 'evm',
        source: 'test',
        rows: [
          { ...label, address: wallet(1), tags: ['exchange'], linkPolicy: 'own' },
          { ...label, address: wallet(2), tags: ['wallet'], linkPolicy: 'hub' },
        ],
      })
      write(db, 'saveAccounts', { network: 'eth', rows: [{ address: wallet(3), kind: 'contract' }] })
      const pool = { kind: 'pool', network: 'eth', address: POOL, dex: 'uniswap', dexVersion: '2', createdBlock: 1, createdTx: null } as const
      write(db, 'savePools', { token: TOKEN, rows: [{ ...pool, token0: TOKEN.address, token1: wallet(99) }], covers: null })
      const { wallets, tokens: sizes } = read(db, 'inCommon', { network: 'eth', tokens: [TOKEN.address, OTHER_TOKEN.address] })
      expect(wallets.filter(({ isService }) => !isService).map(({ address }) => address)).toEqual([wallet(4)])
      expect(wallets).toHaveLength(5)
      expect(sizes.map((one) => one.wallets)).toEqual([1, 1])
      saveHolders(db, tokenAt(1), [wallet(5)])
      const alone = read(db, 'inCommon', { network: 'eth', tokens: [TOKEN.address, tokenAt(1)] })
      expect(alone.tokens.map((one) => one.wallets)).toEqual([1, 1])
      expect(alone.population.wallets).toBe(2)
    }))

  it('counts funders by token and puts services last', () =>
    withWriter((db) => {
      saveHolders(db, TOKEN.address, [wallet(1), wallet(2), wallet(3)])
      saveHolders(db, OTHER_TOKEN.address, [wallet(3), wallet(4)])
      const paid = (to: number, from: number | null, time: number) => ({
        ...{ wallet: wallet(to), funder: from === null ? null : wallet(from), raw: 1n, tx: '0x1', block: 1, time, reason: null },
      })
      write(db, 'saveFunding', { network: 'eth', rows: [paid(1, 50, 10), paid(2, 50, 30), paid(4, 50, 20), paid(3, 60, 5)] })
      const { funders, tokens: sizes } = read(db, 'inCommon', { network: 'eth', tokens: [TOKEN.address, OTHER_TOKEN.address] })
      expect(sizes.map(({ funded }) => funded)).toEqual([3, 2])
      expect(funders).toMatchObject([
        {
          address: wallet(50),
          wallets: 3,
          in: [
            { token: 0, wallets: 2, first: 10, last: 30 },
            { token: 1, wallets: 1, first: 20, last: 20 },
          ],
        },
        {
          address: wallet(60),
          wallets: 1,
          in: [
            { token: 0, wallets: 1 },
            { token: 1, wallets: 1 },
          ],
        },
      ])
    }))

  it('keeps one count of a token, and none of a state that the chain reverted or of a deleted token', () =>
    withWriter((db) => {
      saveHolders(db, TOKEN.address, [wallet(1)])
      const early = (): number => read(db, 'earlyWallets', { network: 'eth' }).length
      const save = (block: number | null): void =>
        write(db, 'saveTokenRoles', { token: TOKEN, roles: counted([role(wallet(1), { roles: ['sniper'] })], { block }) })
      save(500)
      save(500)
      expect(early()).toBe(1)
      write(db, 'rollBackBlocks', { token: TOKEN, from: 501 })
      expect(early()).toBe(1)
      write(db, 'rollBackBlocks', { token: TOKEN, from: 500 })
      expect([early(), read(db, 'countedTokens', { network: 'eth' })[0]?.counted]).toEqual([0, null])
      save(500)
      write(db, 'deleteToken', TOKEN)
      expect([early(), read(db, 'countedTokens', { network: 'eth' })]).toEqual([0, []])
    }))
})
