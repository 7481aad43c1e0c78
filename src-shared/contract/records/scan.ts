import { z } from 'zod'
import { address, decimals, natural, percent, units, unixSeconds } from '../schema.ts'

/** The scan report (docs/api/records.md#scan-report). Every flag is true, false, or null for "not determined". */

const flag = z.boolean().nullable()
const holding = z.object({ address, balance: units }).nullable()
const honeypot = z.object({ score: z.int().min(0).max(100).nullable(), message: z.string() })
const lock = z.object({
  percentage: percent,
  type: z.string(),
  unlock_at: natural.nullable().meta({ description: 'Unix time in seconds; 253402300799 or more if it never ends' }),
})
const lockedLiquidity = z.array(z.object({ pair_address: address, total_locked: percent, locks: z.array(lock) }))
const topHolder = z.object({ address, balance: units, percentage: percent })

const advancedSol = z
  .object({
    honeypot,
    renounced: flag,
    mintable: flag,
    metadata_mutable: flag,
    drainable: flag,
    freezable: flag,
    pausable: flag,
    transfer_paused: flag,
    non_transferable: flag,
    closable: flag,
    transfer_hook: flag,
    default_account_state: z.string().nullable(),
    creator: holding,
    tax: z.object({ pct: z.number().nullable(), max_amount: units.nullable() }),
    scheduled_tax: z.object({ pct: z.number(), max_amount: units, epoch: z.int() }).nullable(),
    top_accounts_frozen: z.array(address).nullable(),
    authorities: z.record(z.string(), address.nullable()),
    locked_liquidity: lockedLiquidity,
    locked_liquidity_weighted: percent.nullable(),
    holder_count: z.int().nullable(),
    top_holders: z.array(topHolder.extend({ token_account: address.nullable() })),
  })
  .meta({ id: 'AdvancedSol' })
export type AdvancedSol = z.infer<typeof advancedSol>

const advancedEvm = z
  .object({
    honeypot,
    verified: flag,
    renounced: flag,
    owner_address: address.nullable(),
    creator: holding,
    proxy_contract: flag,
    mintable: flag,
    take_back_ownership: flag,
    hidden_owners: flag,
    anti_whale: flag,
    anti_whale_modifiable: flag,
    cannot_buy: flag,
    cannot_sell_all: flag,
    has_whitelist: flag,
    has_blacklist: flag,
    limit_trades_over_time: flag,
    pausable: flag,
    tax: z.object({ buy: z.number().nullable(), sell: z.number().nullable(), transfer: z.number().nullable() }),
    tax_modifiable: flag,
    modify_tax_for_individuals: flag,
    make_external_calls: flag,
    change_balance_off_chain: flag,
    can_selfdestruct_contract: flag,
    locked_liquidity: lockedLiquidity,
    locked_liquidity_weighted: percent.nullable(),
    holder_count: z.int().nullable(),
    top_holders: z.array(topHolder),
  })
  .meta({ id: 'AdvancedEvm' })
export type AdvancedEvm = z.infer<typeof advancedEvm>

const capability = z.object({
  value: flag,
  object_id: address.nullable(),
  owner_kind: z.enum(['address', 'shared', 'immutable', 'multiple']).nullable(),
  version: z.string().nullable(),
})

const advancedSui = z
  .object({
    mintable: capability,
    blacklist: capability,
    contract_upgradable: capability,
    metadata_modifiable: capability,
    creator: holding,
    honeypot,
    holder_count: z.int().nullable(),
    top_holders: z.array(topHolder),
    locked_liquidity: lockedLiquidity,
  })
  .meta({ id: 'AdvancedSui' })
export type AdvancedSui = z.infer<typeof advancedSui>

export const scanReport = z
  .object({
    network: z.object({ name: z.string(), symbol: z.string() }),
    token: z.object({
      address,
      name: z.string(),
      symbol: z.string(),
      logo: z.string().nullable(),
      decimals,
      total_supply: units,
      additional_info: z.record(z.string(), z.unknown()).nullable(),
      age: unixSeconds.nullable(),
      socials: z.array(z.object({ type: z.string(), url: z.string() })),
    }),
    extensions: z.record(z.string(), z.unknown()),
    results: z.object({
      generated_at: unixSeconds,
      simple: z.object({ score: z.int().min(0).max(100), message: z.string(), reasons: z.array(z.string()) }),
      advanced: z.union([advancedSol, advancedEvm, advancedSui]),
    }),
  })
  .meta({ id: 'ScanReport' })
export type ScanReport = z.infer<typeof scanReport>

const finding = z.object({
  id: z.string(),
  family: z.enum(['exit', 'tax', 'authority', 'liquidity', 'distribution', 'origin', 'score']),
  severity: z.enum(['info', 'low', 'medium', 'high', 'critical']),
  points: z.int().meta({ description: 'Points taken; negative for what a cap gives back. All points and the score add up to 100.' }),
  value: z.union([z.number(), z.string(), z.boolean()]).nullable(),
  threshold: z.number().nullable(),
  sentence: z.string(),
  clears: z.string().meta({ description: 'What would resolve the finding' }),
  evidence: z.array(z.string()).max(5),
  rule_version: z.string(),
})

/** A scan with the ledger behind its score. */
export const localScan = z
  .object({
    report: scanReport,
    rule_set: z.string().meta({ description: 'SHA-256 of the published weights' }),
    score: z.int().min(0).max(100),
    findings: z.array(finding),
    ledger: z.array(z.object({ label: z.string(), points: z.int() })).meta({ description: 'Begins with 100; the lines add up to the score' }),
    unknowns: z.array(z.object({ id: z.string(), flag: z.string(), why: z.string() })),
    partial: z.array(z.string()),
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })).nullable(),
    previous_at: unixSeconds.nullable(),
    simulated_with: z.string().nullable(),
  })
  .meta({ id: 'LocalScan' })
export type LocalScan = z.infer<typeof localScan>

/** Details of a scan that are stored in addition to the report. */
export type ScanDetail = Pick<LocalScan, 'rule_set' | 'score' | 'findings' | 'ledger' | 'unknowns' | 'partial' | 'simulated_with'>

export const scanHistory = z
  .object({ scans: z.array(z.object({ generated_at: unixSeconds, score: z.int().min(0).max(100), message: z.string() })) })
  .meta({ id: 'ScanHistory' })
