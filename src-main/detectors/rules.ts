import { z } from 'zod'

/**
 * The rule set: every threshold of every detector is a named setting of it, and every result names its version.
 * Weights are probability-like (0 to 1), shares are 0 to 1, `_ppm` is parts per million of total supply, times are seconds.
 */

const weight = z.number().min(0).max(1)
const share = z.number().min(0).max(1)
const count = z.int().nonnegative()
const ppm = z.int().nonnegative()
const seconds = z.int().nonnegative()

export const ruleSet = z.strictObject({
  version: z.string(),
  source: z.string(),
  cluster: z.strictObject({ depth_holders: count, lookback_seconds: seconds, accept: weight, min_holders: count }),
  hub: z.strictObject({
    degree_lifetime: count,
    degree_24h: count,
    fan_out_24h: count,
    hypernode_transfers: count,
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
    recorded_native: weight,
  }),
  transfer: z.strictObject({
    large: weight,
    large_supply_ppm: ppm,
    large_peak_share: share,
    small: weight,
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
  tx: z.strictObject({ same_tx: weight }),
  sink: z.strictObject({
    shared_deposit: weight,
    deposit_max_senders: count,
    deposit_forwarded_share: share,
    deposit_seconds: seconds,
    consolidation: weight,
    consolidation_share: share,
    consolidation_seconds: seconds,
  }),
  sniper: z.strictObject({
    window_blocks: count,
    dust_supply_ppm: ppm,
    tolerance: share,
    pool_before_first_swap_blocks: z.strictObject({ sol: count, eth: count, base: count, bsc: count, sui: count }),
  }),
  bundler: z.strictObject({
    min_wallets_same_tx: count,
    launch_window_blocks: count,
    same_amount_min_buys: count,
    same_amount_tolerance: share,
    round_native: z.array(z.number()),
    same_funder_seconds: seconds,
  }),
  insider: z.strictObject({
    accept: weight,
    authority: weight,
    received_before_first_event: weight,
    received_from_creator: weight,
    first_funded_by_creator: weight,
    same_cluster: weight,
    funded_creator: weight,
    funded_creator_seconds: seconds,
  }),
})
export type RuleSet = z.infer<typeof ruleSet>

/** A rule set and the names of its settings that differ from the shipped ones. */
export interface ActiveRules {
  readonly rules: RuleSet
  readonly changed: readonly string[]
}

/** Settings by dotted name: `{ 'cluster.accept': 0.7 }`. */
export type RuleChanges = Readonly<Record<string, number>>

/**
 * Lays changed settings over a shipped rule set.
 *
 * @throws Error naming the setting when it does not exist or its value does not fit
 */
export function withChanges(shipped: RuleSet, changes: RuleChanges): ActiveRules {
  const draft: Record<string, Record<string, unknown>> = structuredClone({ ...shipped, version: {}, source: {} })
  const changed = Object.keys(changes).sort()
  for (const name of changed) {
    const [group, setting] = name.split('.')
    const target = group === undefined ? undefined : draft[group]
    if (target === undefined || setting === undefined || typeof target[setting] !== 'number') throw new Error(`no rule setting is named ${name}`)
    target[setting] = changes[name]
  }
  const checked = ruleSet.safeParse({ ...draft, version: shipped.version, source: shipped.source })
  if (!checked.success) throw new Error(`rule settings do not fit: ${checked.error.issues.map((issue) => issue.path.join('.')).join(', ')}`)
  return { rules: checked.data, changed }
}
