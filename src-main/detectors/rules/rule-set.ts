import type { Claims } from '../../../src-shared/domain/cases/claims.ts'
import { z } from 'zod'
import { onEachNetwork } from '../../../src-shared/networks.ts'
import type { UnitName } from './units.ts'

/**
 * The rule set. Every threshold of every detector is a named setting in it, and every result names its version.
 * Weights are probability-like (0 to 1), shares are 0 to 1, `_ppm` is parts per million of total supply, times are seconds.
 * A setting missing from an earlier set defaults to the value that switches its rule off, so the figures of a case file still follow from its facts.
 */

/** Title and unit of each number of the rule set. Lists have none and cannot be changed. */
export const SETTING_TEXTS = z.registry<{ readonly title: string; readonly unit: UnitName }>()

function setting<S extends z.ZodType>(schema: S, title: string, unit: UnitName): S {
  SETTING_TEXTS.add(schema, { title, unit })
  return schema
}

const weight = (title: string) => setting(z.number().min(0).max(1), title, 'weight')
const share = (title: string, unit: UnitName = 'share') => setting(z.number().min(0).max(1), title, unit)
const count = (title: string, unit: UnitName) => setting(z.int().nonnegative(), title, unit)
const ppm = (title: string) => count(title, 'ppm')
const seconds = (title: string) => count(title, 'seconds')
const number = (title: string, unit: UnitName) => setting(z.number(), title, unit)
const amount = (title: string, unit: UnitName) => setting(z.number().nonnegative(), title, unit)
const positive = (title: string, unit: UnitName) => setting(z.number().positive(), title, unit)
const onEach = (each: z.ZodNumber) => z.strictObject(onEachNetwork(each))
const blocks = (title: string) => setting(onEach(z.int().nonnegative()), title, 'blocks')
const coins = (title: string) => setting(onEach(z.number().nonnegative()), title, 'coins')

export const ruleSet = z.strictObject({
  version: z.string(),
  source: z.string(),
  cluster: z.strictObject({
    depth_holders: count('Holders examined closely', 'holders'),
    lookback_seconds: seconds('Maximum age of movements, except first funding'),
    accept: weight('Minimum evidence to join two wallets'),
    min_holders: count('Minimum holders in a cluster', 'wallets'),
    split_members: count('Clusters with more wallets are checked for a split', 'wallets'),
    split_fan_out: count('Clusters held together by one wallet with more links are checked for a split', 'wallets'),
    split_resolution: positive('Resolution of the split: higher values give smaller parts', 'ratio'),
    split_spares: weight('Links with at least this evidence are never split'),
    split_gain: share('Minimum gain in modularity for a split'),
  }),
  hub: z.strictObject({
    degree_lifetime: count('Maximum counterparties of a person, in total', 'wallets'),
    degree_24h: count('Maximum counterparties of a person per day', 'wallets'),
    fan_out_24h: count('Maximum new wallets that a person pays per day', 'wallets'),
    hypernode_transfers: count('Maximum transfers of a person', 'transfers'),
    sent_transactions: count('Maximum transactions that a person sends, in total', 'transactions'),
    throughput_transactions: count('Newest transactions used to measure pace', 'transactions'),
    throughput_seconds: seconds('Minimum time a person takes for that many'),
    swept_addresses: count('Maximum deposit addresses that a person sweeps', 'wallets'),
    unrelated_counterparties: count('Maximum unrelated wallets linked to a person', 'wallets'),
    equal_amount_tolerance: share('Payments within this difference are equal'),
    buyers_share: share('Minimum share of equally paid wallets that bought, for a campaign'),
  }),
  funding: z.strictObject({
    first_funder_direct: weight('One wallet gave the other its first coin'),
    direct_undamped_fan_out: count('Full weight of a direct funder up to this many wallets', 'wallets'),
    shared_24h: weight('First funded by one wallet within a day'),
    shared_7d: weight('First funded by one wallet within a week'),
    shared_any: weight('First funded by one wallet at any time'),
    shared_undamped_fan_out: count('Full weight of a shared funder up to this many wallets', 'wallets'),
    fan_out_window_seconds: seconds('Period in which a funder’s wallets are counted'),
    disperse_fresh: weight('Paid in one transaction, both wallets new'),
    disperse_old: weight('Paid in one transaction, not both new'),
    fresh_seconds: seconds('A wallet is new for this long'),
    before_buy: weight('One wallet paid for the other’s first buy'),
    before_buy_share: share('Minimum share of the spend that it paid'),
    before_buy_seconds: seconds('Maximum time between payment and buy'),
    pass_through: weight('Paid through a pass-through wallet, per hop'),
    pass_through_max_hops: count('Maximum pass-through wallets in a row', 'hops'),
    pass_through_forwarded_share: share('Minimum share that a pass-through wallet forwards'),
    pass_through_seconds: seconds('Maximum time until it forwards'),
    pass_through_max_counterparties: count('Maximum counterparties of a pass-through wallet', 'wallets'),
    parallel_min_wallets: count('Minimum wallets reached from one origin, each through a separate new wallet', 'wallets'),
    parallel_forwarded_share: share('Minimum share that such a new wallet forwards'),
    parallel_seconds: seconds('Maximum time until it forwards'),
    recorded_native: weight('An imported map links two wallets by native coin'),
  }),
  transfer: z.strictObject({
    large: weight('One wallet sent the other a large amount of the token'),
    large_supply_ppm: ppm('Minimum size of a large transfer'),
    large_peak_share: share('Or minimum share of the sender’s peak'),
    large_receiver_share: share('Smaller shares of the receiver’s peak are small transfers'),
    small: weight('One wallet sent the other a small amount of the token'),
    together: weight('It sent small amounts to several wallets that started when it did').default(0),
    together_min_wallets: count('Minimum wallets that started together, including the sender', 'wallets').default(0),
    together_seconds: seconds('Maximum time between their first coins and the sender’s').default(0),
    together_most_others: share('Maximum share of other holders that started then').default(0),
    dust_supply_ppm: ppm('Transfers below this amount are dust'),
    dust_usd: amount('Transfers below this value are dust', 'usd'),
    distributor_receivers: count('Wallets with more receivers are distributors', 'wallets'),
    distributor: weight('Paid out by a distributor'),
    distributor_keeps_supply_ppm: ppm('Minimum amount for a distributor’s receiver to count fully'),
    otc: weight('Tokens one way, their value back'),
    otc_seconds: seconds('Maximum time between the two sides of a direct sale'),
    otc_value_min: number('Minimum price of a direct sale, relative to the value', 'ratio'),
    otc_value_max: number('Maximum price of a direct sale, relative to the value', 'ratio'),
    recorded_large: weight('An imported map links two wallets by a large amount of the token'),
    recorded_large_supply_ppm: ppm('Minimum size of such a large link'),
    recorded_small: weight('An imported map links two wallets by a small amount of the token'),
  }),
  tx: z.strictObject({
    same_tx: weight('Bought in one transaction, or one paid for the other’s'),
    signer_max_transactions: count('Maximum transactions that a person signs for others', 'transactions'),
  }),
  tax: z.strictObject({
    min_movers: count('Minimum unrelated wallets that pay a tax', 'wallets'),
    max_coin_recipients: count('Maximum wallets that a tax is paid out to in coin', 'wallets'),
  }),
  sink: z.strictObject({
    shared_deposit: weight('Both pay into one exchange deposit address'),
    deposit_max_senders: count('Maximum senders to one person’s deposit address', 'wallets'),
    deposit_forwarded_share: share('Minimum share that a deposit address forwards to the exchange'),
    deposit_seconds: seconds('Maximum time until it forwards'),
    consolidation: weight('Both send what they earned to one wallet'),
    consolidation_share: share('Minimum share of proceeds or tokens that goes there'),
    consolidation_seconds: seconds('Maximum time between the two'),
  }),
  timing: z.strictObject({
    same_slot_group: weight('Bought in one bundle of a block'),
    sync_sell: weight('Sold at the same moment'),
    sync_sell_min_wallets: count('Minimum sellers in such a moment', 'wallets'),
    sync_sell_blocks: count('Blocks that count as one moment', 'blocks'),
    rate_blocks: count('Blocks around a moment that define the usual rate', 'blocks'),
    improbable: share('Chance below which a group is improbable', 'probability'),
  }),
  sniper: z.strictObject({
    window_blocks: blocks('Blocks after the first DEX event'),
    dust_supply_ppm: ppm('Smaller buys do not count'),
    tolerance: share('Changes below this share are none'),
    pool_before_first_swap_blocks: blocks('A pool this shortly before the first swap is the first event'),
    open_pool_before_first_swap_blocks: blocks('The same, where old state shows that anybody could buy from it').default(onEachNetwork(0)),
  }),
  bundler: z.strictObject({
    min_wallets: count('Minimum wallets in a bundle', 'wallets').default(1),
    min_wallets_same_tx: count('Minimum wallets in one transaction', 'wallets'),
    min_wallets_same_slot: count('Minimum wallets of a group in one block', 'wallets'),
    launch_window_blocks: count('Blocks that count as one activity', 'blocks'),
    adjacent_index_gap: count('Maximum distance between adjacent transactions', 'transactions'),
    min_buy_native: coins('Smaller buys do not form a group'),
    most_in_bundle: count('Maximum transactions in one bundle', 'transactions'),
    same_amount_min_buys: count('Minimum buys of equal amounts', 'times'),
    same_amount_tolerance: share('Amounts that differ by at most this share are equal'),
    round_native: z.array(z.number()).default([]),
    round_digits: count('Amounts with at most this many digits are not evidence', 'digits').default(0),
    round_fees: z.array(z.number().min(0).max(1)).default([]),
    amount_log_range: positive('Powers of e that unrelated buys spread over', 'range'),
    same_gas_min_wallets: count('Fewest wallets with the same gas settings and nonce', 'wallets').default(0),
    deployer_max_transactions: count('Maximum transactions before which a person deploys contracts', 'transactions').default(0),
    same_funder_seconds: seconds('Longest time between funding and buy'),
    same_first_funder_seconds: seconds('The same, where it was the first coin of the buyer'),
  }),
  insider: z.strictObject({
    accept: weight('Minimum evidence for an insider'),
    team_from: weight('Minimum evidence for a team member'),
    authority: weight('Holds a power over the token'),
    received_before_first_event: weight('Received tokens before the first trade'),
    received_from_creator: weight('Received tokens from the creator'),
    first_funded_by_creator: weight('Received its first coin from the creator, or coin just before the launch'),
    funded_before_launch_seconds: seconds('Maximum time between that coin and the launch'),
    funded_buy_blocks: blocks('Blocks after the launch in which such a wallet bought'),
    bought_in_creation: weight('Bought in the creation transaction'),
    bought_before_switch: weight('Bought before trading was opened to all'),
    sent_proceeds: weight('Sent the creator what it earned'),
    proceeds_share: share('Minimum share of proceeds that goes to the creator'),
    same_cluster: weight('In the creator’s cluster'),
    funded_creator: weight('Paid the creator before the token was created'),
    funded_creator_seconds: seconds('Maximum time between that and the creation'),
    second_hop: weight('Paid by the creator through another wallet'),
  }),
  volume_bot: z.strictObject({
    window_seconds: seconds('Period in which trades are examined together'),
    min_trades: count('Minimum trades of a bot', 'times'),
    round_trip_blocks: blocks('Maximum length of a round trip'),
    round_trip_difference: share('Maximum gain or loss of a round trip, without fees'),
    fee_allowance: share('Fees of a round trip'),
    min_round_trips: count('Minimum round trips', 'times'),
    churn: share('Minimum share of volume that comes back'),
    net_share: share('Maximum net share of the volume'),
    held_supply_share: share('Maximum share of supply that a bot holds'),
    cluster_net_share: share('Maximum net share of a cluster’s volume'),
    cluster_volume_times: count('Minimum volume of each member, as a multiple of its holding', 'times'),
  }),
  wallet: z.strictObject({
    fresh_seconds: seconds('Maximum age of a fresh wallet at its first buy'),
    fresh_long_seconds: seconds('Maximum age of a recent wallet at its first buy'),
    dust_native: coins('Native coin below this amount is dust'),
  }),
  label: z.strictObject({
    presale_payers: count('Minimum wallets that paid a presale', 'wallets'),
    presale_ratio_tolerance: share('Maximum difference between presale prices'),
    vesting_receivers: count('Maximum beneficiaries of a vesting contract', 'wallets'),
    vesting_payments: count('Minimum payments that show a schedule', 'times'),
    vesting_interval_tolerance: share('Maximum irregularity of scheduled payments'),
    vesting_min_interval_seconds: seconds('Minimum time between two of its payments'),
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
