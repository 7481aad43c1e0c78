import type { Claims } from '../../../src-shared/domain/cases/claims.ts'
import { z } from 'zod'

/**
 * The rule set. Every threshold of every detector is a named setting in it, and every result names its version.
 * Weights are probability-like (0 to 1), shares are 0 to 1, `_ppm` is parts per million of total supply, times are seconds.
 * A setting missing from an earlier set defaults to the value that switches its rule off, so the figures of a case file still follow from its facts.
 */

const weight = z.number().min(0).max(1)
const share = z.number().min(0).max(1)
const count = z.int().nonnegative()
const units = z.number().nonnegative()
const ppm = z.int().nonnegative()
const seconds = z.int().nonnegative()
const perNetwork = z.strictObject({ sol: count, eth: count, base: count, bsc: count, sui: count })

export const ruleSet = z.strictObject({
  version: z.string(),
  source: z.string(),
  cluster: z.strictObject({
    depth_holders: count,
    lookback_seconds: seconds,
    accept: weight,
    min_holders: count,
    split_members: count,
    split_fan_out: count,
    split_resolution: z.number().positive(),
    split_gain: share,
    split_spares: weight,
  }),
  hub: z.strictObject({
    degree_lifetime: count,
    degree_24h: count,
    fan_out_24h: count,
    hypernode_transfers: count,
    sent_transactions: count,
    throughput_transactions: count,
    throughput_seconds: seconds,
    swept_addresses: count,
    unrelated_counterparties: count,
    equal_amount_tolerance: share,
    buyers_share: share,
  }),
  funding: z.strictObject({
    first_funder_direct: weight,
    direct_undamped_fan_out: count,
    shared_24h: weight,
    shared_7d: weight,
    shared_any: weight,
    shared_undamped_fan_out: count,
    fan_out_window_seconds: seconds,
    disperse_fresh: weight,
    disperse_old: weight,
    fresh_seconds: seconds,
    before_buy: weight,
    before_buy_share: share,
    before_buy_seconds: seconds,
    pass_through: weight,
    pass_through_max_hops: count,
    pass_through_forwarded_share: share,
    pass_through_seconds: seconds,
    pass_through_max_counterparties: count,
    parallel_min_wallets: count,
    parallel_forwarded_share: share,
    parallel_seconds: seconds,
    recorded_native: weight,
  }),
  transfer: z.strictObject({
    large: weight,
    large_supply_ppm: ppm,
    large_peak_share: share,
    large_receiver_share: share,
    small: weight,
    together: weight.default(0),
    together_min_wallets: count.default(0),
    together_seconds: seconds.default(0),
    together_most_others: share.default(0),
    dust_supply_ppm: ppm,
    dust_usd: z.number().nonnegative(),
    distributor_receivers: count,
    distributor: weight,
    distributor_keeps_supply_ppm: ppm,
    otc: weight,
    otc_seconds: seconds,
    otc_value_min: z.number(),
    otc_value_max: z.number(),
    recorded_large: weight,
    recorded_large_supply_ppm: ppm,
    recorded_small: weight,
  }),
  tx: z.strictObject({ same_tx: weight, signer_max_transactions: count }),
  tax: z.strictObject({ min_movers: count, max_coin_recipients: count }),
  sink: z.strictObject({
    shared_deposit: weight,
    deposit_max_senders: count,
    deposit_forwarded_share: share,
    deposit_seconds: seconds,
    consolidation: weight,
    consolidation_share: share,
    consolidation_seconds: seconds,
  }),
  timing: z.strictObject({
    same_slot_group: weight,
    sync_sell: weight,
    sync_sell_min_wallets: count,
    sync_sell_blocks: count,
    rate_blocks: count,
    improbable: share,
  }),
  sniper: z.strictObject({
    window_blocks: perNetwork,
    dust_supply_ppm: ppm,
    tolerance: share,
    pool_before_first_swap_blocks: perNetwork,
    open_pool_before_first_swap_blocks: perNetwork.default({ sol: 0, eth: 0, base: 0, bsc: 0, sui: 0 }),
  }),
  bundler: z.strictObject({
    min_wallets: count.default(1),
    min_wallets_same_tx: count,
    min_wallets_same_slot: count,
    launch_window_blocks: count,
    adjacent_index_gap: count,
    min_buy_native: z.strictObject({ sol: units, eth: units, base: units, bsc: units, sui: units }),
    most_in_bundle: count,
    same_amount_min_buys: count,
    same_amount_tolerance: share,
    amount_log_range: z.number().positive(),
    round_native: z.array(z.number()).default([]),
    round_digits: count.default(0),
    round_fees: z.array(share).default([]),
    same_gas_min_wallets: count.default(0),
    deployer_max_transactions: count.default(0),
    same_funder_seconds: seconds,
    same_first_funder_seconds: seconds,
  }),
  insider: z.strictObject({
    accept: weight,
    team_from: weight,
    authority: weight,
    received_before_first_event: weight,
    received_from_creator: weight,
    first_funded_by_creator: weight,
    funded_before_launch_seconds: seconds,
    funded_buy_blocks: perNetwork,
    bought_in_creation: weight,
    bought_before_switch: weight,
    sent_proceeds: weight,
    proceeds_share: share,
    same_cluster: weight,
    funded_creator: weight,
    funded_creator_seconds: seconds,
    second_hop: weight,
  }),
  volume_bot: z.strictObject({
    window_seconds: seconds,
    min_trades: count,
    round_trip_blocks: perNetwork,
    round_trip_difference: share,
    fee_allowance: share,
    min_round_trips: count,
    churn: share,
    net_share: share,
    held_supply_share: share,
    cluster_net_share: share,
    cluster_volume_times: count,
  }),
  wallet: z.strictObject({
    fresh_seconds: seconds,
    fresh_long_seconds: seconds,
    dust_native: z.strictObject({ sol: units, eth: units, base: units, bsc: units, sui: units }),
  }),
  label: z.strictObject({
    presale_payers: count,
    presale_ratio_tolerance: share,
    vesting_receivers: count,
    vesting_payments: count,
    vesting_interval_tolerance: share,
    vesting_min_interval_seconds: seconds,
  }),
})
export type RuleSet = z.infer<typeof ruleSet>

/** A rule set and the names of its settings that differ from the shipped ones. */
export interface ActiveRules {
  readonly rules: RuleSet
  readonly changed: readonly string[]
  /** The claims of a case about addresses of the token's network, if a case is counted. */
  readonly claims?: Claims
}

/** Value of a setting by its dotted name. */
export function ruleValue(rules: RuleSet, key: string): number {
  let node: unknown = rules
  for (const part of key.split('.')) node = (node as Readonly<Record<string, unknown>>)[part]
  if (typeof node !== 'number') throw new Error(`no rule setting is named ${key}`)
  return node
}
