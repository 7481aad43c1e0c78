import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idOf } from '../../../../e2e/fixtures/sui/ids.ts'
import { startSuiNode, type SuiTestNode } from '../../../../e2e/fixtures/sui/node.ts'
import {
  denyCapTo,
  destroyTreasury,
  inLaunchpad,
  inOwnPackage,
  inStrangersPackage,
  makeImmutable,
  metadataTo,
  migrateDenyCap,
  OWNERS,
  SafetyCoins,
  treasuryAsField,
  treasuryIntoSupply,
  treasuryTo,
  wrapTreasury,
  type SafetyCoin,
} from '../../../../e2e/fixtures/sui/tokens.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { ChainAdapter } from '../../adapter.ts'
import type { SecurityFacts } from '../../security/facts.ts'
import { createSuiAdapter } from '../adapter.ts'

/** Capabilities of coins on the test ledger through the real client. No Move code runs there: see the fixtures' README. */

const signal = new AbortController().signal
const coins = new SafetyCoins()
let node: SuiTestNode
let adapter: ChainAdapter

beforeAll(async () => {
  node = await startSuiNode(coins.ledger)
  adapter = createSuiAdapter({ network: 'sui', endpoints: node.endpoints })
})
afterAll(async () => {
  await adapter.close()
  await node.stop()
})

async function factsOf({ coin, pool }: SafetyCoin, holders: readonly string[] = coins.holders): Promise<SecurityFacts> {
  const token = trustedAddress(coin)
  const at = await adapter.head(signal)
  const pools = []
  for await (const page of adapter.pools(token, 0, at.number, signal)) pools.push(...page.rows)
  expect(pools.map(({ address }) => address)).toEqual([pool.id])
  const facts = await adapter.security?.({ token, pools, holders: holders.map(trustedAddress), creator: null, createdBlock: null }, at, signal)
  if (facts === undefined) throw new Error('no security facts of Sui')
  return facts
}
const valuesOf = ({ flags }: SecurityFacts, ...ids: (keyof SecurityFacts['flags'])[]) => ids.map((id) => flags[id]?.value)
const sui = ({ details }: SecurityFacts) => {
  if (details.family !== 'sui') throw new Error('no facts of Sui')
  return details
}

describe('the right to mint', () => {
  it.each([
    ['held by its creator', 'mint_kept', treasuryTo(OWNERS.to(idOf('person maker'))), true, 'address'],
    ['frozen', 'mint_frozen', treasuryTo(OWNERS.immutable), false, 'immutable'],
    ['shared', 'mint_shared', treasuryTo(OWNERS.everybody), true, 'shared'],
    ['at the zero address', 'mint_zero', treasuryTo(OWNERS.zero), false, 'address'],
    ['destroyed', 'mint_destroyed', destroyTreasury, false, null],
    ['turned into a Supply inside an object', 'supply_stranger', treasuryIntoSupply(inStrangersPackage), null, null],
    ['turned into a Supply inside a launchpad', 'supply_launchpad', treasuryIntoSupply(inLaunchpad), false, null],
    ['inside a launchpad', 'mint_launchpad', wrapTreasury(inLaunchpad), false, null],
    ['inside an unrelated object', 'mint_stranger', wrapTreasury(inStrangersPackage), null, null],
    ['a field of an object of its own package', 'mint_field', treasuryAsField, null, null],
  ] as const)('%s', async (_what, module, change, value, ownerKind) => {
    const made = coins.launch(module, change)
    const facts = await factsOf(made)
    expect(facts.flags.mintable?.value, facts.flags.mintable?.how).toBe(value)
    expect(sui(facts).treasury).toMatchObject({ objectId: made.treasury, ownerKind })
  })

  it('names its holder and the version that was read', async () => {
    const made = coins.launch('mint_named')
    const facts = await factsOf(made)
    expect(facts.flags.mintable).toMatchObject({ holder: { address: coins.maker, kind: 'wallet' }, evidence: [made.treasury] })
    expect(sui(facts).treasury.version).toBe(String(coins.ledger.object(made.treasury)?.version))
  })

  it('sent to an object is held by a contract', async () => {
    const vault = coins.launch('mint_vault').pool.id
    expect((await factsOf(coins.launch('mint_sent', treasuryTo(OWNERS.to(vault))))).flags.mintable).toMatchObject({ holder: { kind: 'contract' } })
  })

  it('does not exist where the registry says that the supply is fixed', async () => {
    const made = coins.launch('mint_registry')
    coins.registry(made.coin, { supply: 'fixed' })
    expect(valuesOf(await factsOf(made), 'mintable')).toEqual([false])
  })
})

describe('the right to deny', () => {
  it('is absent where the coin was published without a deny list', async () => {
    const facts = await factsOf(coins.launch('deny_none'))
    expect(valuesOf(facts, 'blacklist', 'pausable', 'transfers_paused', 'honeypot')).toEqual([false, false, false, false])
    expect(facts.exit.score).toBe(0)
  })

  it.each([
    ['kept', 'deny_kept', undefined, true],
    ['frozen', 'deny_frozen', denyCapTo(OWNERS.immutable), false],
    ['shared', 'deny_shared', denyCapTo(OWNERS.everybody), true],
    ['migrated from the first version, and kept', 'deny_migrated', migrateDenyCap(OWNERS.to(idOf('person maker'))), true],
    ['migrated from the first version, and frozen', 'deny_migrated_frozen', migrateDenyCap(OWNERS.immutable), false],
  ] as const)('%s', async (_what, module, change, value) => {
    expect(valuesOf(await factsOf(coins.launch(module, change, true)), 'blacklist')).toEqual([value])
  })

  it('names the holder of a migrated DenyCap and the object that grants the right', async () => {
    const facts = await factsOf(coins.launch('deny_migrated_named', migrateDenyCap(OWNERS.to(coins.holders[0] ?? '')), true))
    expect(facts.flags.blacklist?.holder?.address).toBe(coins.holders[0])
    const [evidence = ''] = facts.flags.blacklist?.evidence ?? []
    expect(coins.ledger.object(evidence)?.type).toContain('DenyCapV2')
  })

  it('includes a global pause, excludes it, or does not say', async () => {
    const pauses = []
    for (const [module, globalPause] of [
      ['pause_can', true],
      ['pause_cannot', false],
      ['pause_untold', undefined],
    ] as const) {
      const made = coins.launch(module, undefined, true)
      coins.registry(made.coin, globalPause === undefined ? {} : { globalPause })
      pauses.push(...valuesOf(await factsOf(made), 'pausable'))
    }
    expect(pauses).toEqual([true, false, null])
  })
})

describe('transfers of real holders, simulated', () => {
  it('all pass, some are denied, all are denied, or the coin is paused', async () => {
    const [ada = '', ...others] = coins.holders
    const made = coins.launch('exit', undefined, true)
    const passed = await factsOf(made)
    coins.deny(made.coin, [ada])
    const some = await factsOf(made)
    coins.deny(made.coin, [ada, ...others])
    const all = await factsOf(made)
    coins.deny(made.coin, [], true)
    const paused = await factsOf(made)
    expect([passed, some, all, paused].map(({ exit, flags }) => [exit.score, flags.honeypot?.value, flags.transfers_paused?.value])).toEqual([
      [0, false, false],
      [65, false, false],
      [100, true, false],
      [100, true, true],
    ])
    expect(some.flags.honeypot?.evidence).toEqual([ada])
    expect(paused.simulatedWith).toBe('simulateTransaction')
  })

  it('leave the exit unknown where no sampled holder has a coin or gas', async () => {
    const facts = await factsOf(coins.launch('exit_unknown', undefined, true), [idOf('person without anything')])
    expect([facts.flags.honeypot?.value, facts.exit.score, facts.simulatedWith]).toEqual([null, null, null])
  })
})

describe('the right to upgrade', () => {
  it('held or made immutable', async () => {
    const kept = await factsOf(coins.launch('upgrade_kept'))
    const gone = await factsOf(coins.launch('upgrade_gone', makeImmutable))
    expect([...valuesOf(kept, 'upgradable', 'upgradable_with_treasury'), ...valuesOf(gone, 'upgradable', 'upgradable_with_treasury')]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(kept.flags.upgradable?.how).toContain('any compatible change')
  })

  it.each([
    ['wrapped', 'upgrade_wrapped', wrapTreasury(inOwnPackage)],
    ['as a field', 'upgrade_field', treasuryAsField],
    ['turned into a Supply', 'upgrade_supply', treasuryIntoSupply(inOwnPackage)],
  ] as const)('includes the right to mint with the TreasuryCap inside the package, %s', async (_how, module, change) => {
    expect(valuesOf(await factsOf(coins.launch(module, change)), 'upgradable', 'upgradable_with_treasury')).toEqual([true, true])
  })

  it('is unknown where the publishing transaction is no longer kept', async () => {
    const made = coins.launch('upgrade_old')
    node.grpc.faults.firstKept = coins.ledger.head - 1
    try {
      const token = trustedAddress(made.coin)
      const facts = await adapter.security?.({ token, pools: [], holders: [], creator: null, createdBlock: null }, await adapter.head(signal), signal)
      expect(facts === undefined ? null : valuesOf(facts, 'upgradable', 'mintable', 'blacklist')).toEqual([null, true, null])
      expect(facts?.partial.join(' ')).toContain('no longer keeps')
    } finally {
      node.grpc.faults.firstKept = 0
    }
  })
})

describe('metadata', () => {
  it.each([
    ['frozen with the publication', 'meta_frozen', undefined, false],
    ['owned by its creator', 'meta_owned', metadataTo(OWNERS.to(idOf('person maker'))), true],
    ['shared, with a TreasuryCap that is held', 'meta_shared', metadataTo(OWNERS.everybody), true],
  ] as const)('%s', async (_what, module, change, value) => {
    expect(valuesOf(await factsOf(coins.launch(module, change)), 'metadata_mutable')).toEqual([value])
  })

  it('cannot change without a TreasuryCap', async () => {
    const made = coins.launch('meta_stuck', (tx, coin) => {
      metadataTo(OWNERS.everybody)(tx, coin)
      destroyTreasury(tx, coin)
    })
    expect(valuesOf(await factsOf(made), 'metadata_mutable')).toEqual([false])
  })

  it('cannot change either if only the Supply is left', async () => {
    const made = coins.launch('meta_supply', (tx, coin) => {
      metadataTo(OWNERS.everybody)(tx, coin)
      treasuryIntoSupply(inStrangersPackage)(tx, coin)
    })
    expect(valuesOf(await factsOf(made), 'metadata_mutable')).toEqual([false])
  })

  it('can be claimed by anyone with a frozen TreasuryCap, because a reference is enough', async () => {
    const made = coins.launch('meta_claim', treasuryTo(OWNERS.immutable))
    coins.registry(made.coin, { metadataCap: { state: 'unclaimed' } })
    expect(valuesOf(await factsOf(made), 'metadata_mutable', 'mintable')).toEqual([true, false])
  })

  it('of newer coins depends on the MetadataCap', async () => {
    const values = []
    for (const state of ['claimed', 'unclaimed', 'deleted'] as const) {
      const cap = idOf(`metadata cap ${state}`)
      const made = coins.launch(`meta_${state}`, (tx, { coin }) => {
        tx.write({ id: cap, type: `0x${'0'.repeat(63)}2::coin_registry::MetadataCap<${coin}>`, owner: OWNERS.to(coins.maker) })
      })
      coins.registry(made.coin, { metadataCap: { state, ...(state === 'claimed' ? { id: cap } : {}) } })
      values.push(...valuesOf(await factsOf(made), 'metadata_mutable'))
    }
    expect(values).toEqual([true, true, false])
  })
})
