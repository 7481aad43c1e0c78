import { describe, expect, it } from 'vitest'
import type { AdvancedEvm, AdvancedSol, AdvancedSui } from '../../../src-shared/contract/records/scan.ts'
import { LAST_SECOND } from '../../../src-shared/domain/unix-time.ts'
import { factGroups, lockRows, type Fact } from './scan-facts.ts'

const common = { honeypot: { score: null, message: 'Not tested' }, creator: null, locked_liquidity: [], holder_count: null, top_holders: [] }

const sol: AdvancedSol = {
  ...{ ...common, locked_liquidity_weighted: null },
  ...{ renounced: false, mintable: false, metadata_mutable: false, drainable: false, freezable: false, pausable: false, transfer_paused: false },
  ...{ non_transferable: false, closable: false, transfer_hook: false, default_account_state: null, top_accounts_frozen: null },
  ...{ tax: { pct: null, max_amount: null }, scheduled_tax: null, authorities: { mint_authority: null, freeze_authority: 'Freezer' } },
}

const evm: AdvancedEvm = {
  ...{ ...common, locked_liquidity_weighted: null, owner_address: null, tax: { buy: null, sell: null, transfer: null } },
  ...{ verified: false, renounced: false, proxy_contract: false, mintable: false, take_back_ownership: false, hidden_owners: false },
  ...{ anti_whale: false, anti_whale_modifiable: false, cannot_buy: false, cannot_sell_all: false, has_whitelist: false, has_blacklist: false },
  ...{ limit_trades_over_time: false, pausable: false, tax_modifiable: false, modify_tax_for_individuals: false },
  ...{ make_external_calls: false, change_balance_off_chain: false, can_selfdestruct_contract: false },
}

const capability = { value: false, object_id: null, owner_kind: null, version: null }
const sui: AdvancedSui = {
  ...{ ...common, mintable: capability, blacklist: capability, contract_upgradable: capability, metadata_modifiable: capability },
}

type Advanced = AdvancedSol | AdvancedEvm | AdvancedSui

const facts = (advanced: Advanced): Fact[] => factGroups(advanced, null).flatMap((group) => group.facts)
const changed = (before: Advanced, after: Advanced): Fact['value'][] => {
  const old = facts(before)
  return facts(after).flatMap(({ value }, n) => (JSON.stringify(value) === JSON.stringify(old[n]?.value) ? [] : [value]))
}
const valueOf = (advanced: Advanced, name: string): unknown => (facts(advanced).find((fact) => fact.name === name)?.value as { value: unknown }).value

/** Good news when true (docs/api/records.md#scan-report). */
const SAFE = new Set(['verified', 'renounced'])

describe('every flag of a report', () => {
  it.each([
    ['a Solana token', sol],
    ['an EVM token', evm],
  ] as const)('of %s is shown once, as unknown where it is, and as a risk unless it is good news', (_what, report) => {
    const flags = Object.entries(report).flatMap(([name, value]) => (value === false ? [name] : []))
    for (const flag of flags) {
      for (const value of [true, null]) {
        expect(changed(report, { ...report, [flag]: value }), flag).toEqual([{ kind: 'flag', value, risky: !SAFE.has(flag) }])
      }
    }
    expect(flags.length).toBeGreaterThanOrEqual(10)
  })

  it('of a Sui token is shown with who holds the power', () => {
    for (const power of ['mintable', 'blacklist', 'contract_upgradable', 'metadata_modifiable'] as const) {
      const held = { ...sui, [power]: { ...capability, value: true, owner_kind: 'shared', version: '7' } }
      expect(changed(sui, held), power).toEqual([{ kind: 'flag', value: true, risky: true }])
      expect(facts(held).flatMap(({ note }) => note ?? [])).toEqual(['a shared object, version 7'])
    }
  })
})

describe('the facts of a Solana token', () => {
  it('tell no fee from an unknown one', () => {
    expect([valueOf(sol, 'Transfer fee'), valueOf(sol, 'Maximum fee'), valueOf(sol, 'Scheduled')]).toEqual([null, null, 'none'])
    expect(valueOf({ ...sol, tax: { pct: 0, max_amount: null } }, 'Maximum fee')).toBe('no fee')
    const taxed = { ...sol, tax: { pct: 2, max_amount: 5_000 }, scheduled_tax: { pct: 3, max_amount: 9, epoch: 700 } }
    expect([valueOf(taxed, 'Transfer fee'), valueOf(taxed, 'Maximum fee'), valueOf(taxed, 'Scheduled')]).toEqual([2, 5_000, '3 % from epoch 700'])
  })

  it('name who may do what, and tell no frozen accounts from unknown ones', () => {
    expect(facts(sol).slice(-2)).toEqual([
      { name: 'Mint authority', value: { kind: 'address', value: null, none: 'renounced or never set' } },
      { name: 'Freeze authority', value: { kind: 'address', value: 'Freezer', none: 'renounced or never set' } },
    ])
    expect(valueOf(sol, 'Frozen top accounts')).toBeNull()
    expect(valueOf({ ...sol, top_accounts_frozen: [] }, 'Frozen top accounts')).toBe('0')
  })
})

describe('locks', () => {
  const rowOf = (type: string, unlock_at: number | null) => {
    const locked_liquidity = [{ pair_address: 'Pool', total_locked: 50, locks: [{ percentage: 50, type, unlock_at }] }]
    return lockRows({ ...evm, locked_liquidity } as AdvancedEvm).map(({ unlockAt, undated }) => [unlockAt, undated])
  }

  it.each([
    ['with a date', 'UNCX', 1_800_000_000, 1_800_000_000, 'date unknown'],
    ['without a date', 'UNCX', null, null, 'date unknown'],
    ['that never ends', 'UNCX', LAST_SECOND, null, 'forever'],
    ['that never ends, of an earlier scan', 'UNCX', 2 ** 40 - 1, null, 'forever'],
    ['that is burned', 'burn', null, null, 'forever'],
  ])('%s', (_what, type, at, shownAt, undated) => {
    expect(rowOf(type, at)).toEqual([[shownAt, undated]])
  })
})
