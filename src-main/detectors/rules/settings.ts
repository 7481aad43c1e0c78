import type { RuleSet } from './rule-set.ts'

/** Title, unit and range of each setting of the rule set. */

interface Unit {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly step: number
}

const UNITS = {
  weight: { name: 'weight', min: 0, max: 1, step: 0.05 },
  share: { name: 'share', min: 0, max: 1, step: 0.005 },
  holders: { name: 'holders', min: 1, max: 10_000, step: 1 },
  wallets: { name: 'wallets', min: 0, max: 1_000_000, step: 1 },
  transfers: { name: 'transfers', min: 0, max: 100_000_000, step: 1 },
  transactions: { name: 'transactions', min: 0, max: 1_000_000, step: 1 },
  times: { name: 'times', min: 0, max: 1_000_000, step: 1 },
  blocks: { name: 'blocks', min: 0, max: 100_000, step: 1 },
  hops: { name: 'hops', min: 0, max: 6, step: 1 },
  digits: { name: 'digits', min: 0, max: 18, step: 1 },
  ppm: { name: 'millionths of supply', min: 0, max: 1_000_000, step: 1 },
  seconds: { name: 'seconds', min: 0, max: 315_360_000, step: 1 },
  usd: { name: 'USD', min: 0, max: 1_000_000, step: 0.01 },
  coins: { name: 'native coins', min: 0, max: 1_000_000, step: 0.001 },
  ratio: { name: 'ratio', min: 0, max: 100, step: 0.01 },
  range: { name: 'powers of e', min: 0.1, max: 20, step: 0.1 },
  probability: { name: 'probability', min: 0, max: 1, step: 0.0001 },
} as const satisfies Record<string, Unit>
type UnitName = keyof typeof UNITS

type RuleText = readonly [title: string, unit: UnitName]
type Numbers<G> = { readonly [K in keyof G as G[K] extends number ? K : never]: RuleText }
type PerNetwork<G> = { readonly [K in keyof G as G[K] extends Readonly<Record<string, number>> ? K : never]: RuleText }
type Titles = { readonly [G in Exclude<keyof RuleSet, 'version' | 'source'>]: Numbers<RuleSet[G]> & PerNetwork<RuleSet[G]> }

/** The type requires a title for every setting. */
const TITLES: Titles = {
  cluster: {
    depth_holders: ['Holders examined closely', 'holders'],
    lookback_seconds: ['Maximum age of movements, except first funding', 'seconds'],
    accept: ['Minimum evidence to join two wallets', 'weight'],
    min_holders: ['Minimum holders in a cluster', 'wallets'],
    split_members: ['Clusters with more wallets are checked for a split', 'wallets'],
    split_fan_out: ['Clusters held together by one wallet with more links are checked for a split', 'wallets'],
    split_resolution: ['Resolution of the split: higher values give smaller parts', 'ratio'],
    split_spares: ['Links with at least this evidence are never split', 'weight'],
    split_gain: ['Minimum gain in modularity for a split', 'share'],
  },
  hub: {
    degree_lifetime: ['Maximum counterparties of a person, in total', 'wallets'],
    degree_24h: ['Maximum counterparties of a person per day', 'wallets'],
    fan_out_24h: ['Maximum new wallets that a person pays per day', 'wallets'],
    hypernode_transfers: ['Maximum transfers of a person', 'transfers'],
    sent_transactions: ['Maximum transactions that a person sends, in total', 'transactions'],
    throughput_transactions: ['Newest transactions used to measure pace', 'transactions'],
    throughput_seconds: ['Minimum time a person takes for that many', 'seconds'],
    swept_addresses: ['Maximum deposit addresses that a person sweeps', 'wallets'],
    unrelated_counterparties: ['Maximum unrelated wallets linked to a person', 'wallets'],
    equal_amount_tolerance: ['Payments within this difference are equal', 'share'],
    buyers_share: ['Minimum share of equally paid wallets that bought, for a campaign', 'share'],
  },
  funding: {
    first_funder_direct: ['One wallet gave the other its first coin', 'weight'],
    direct_undamped_fan_out: ['Full weight of a direct funder up to this many wallets', 'wallets'],
    shared_24h: ['First funded by one wallet within a day', 'weight'],
    shared_7d: ['First funded by one wallet within a week', 'weight'],
    shared_any: ['First funded by one wallet at any time', 'weight'],
    shared_undamped_fan_out: ['Full weight of a shared funder up to this many wallets', 'wallets'],
    fan_out_window_seconds: ['Period in which a funder’s wallets are counted', 'seconds'],
    disperse_fresh: ['Paid in one transaction, both wallets new', 'weight'],
    disperse_old: ['Paid in one transaction, not both new', 'weight'],
    fresh_seconds: ['A wallet is new for this long', 'seconds'],
    before_buy: ['One wallet paid for the other’s first buy', 'weight'],
    before_buy_share: ['Minimum share of the spend that it paid', 'share'],
    before_buy_seconds: ['Maximum time between payment and buy', 'seconds'],
    pass_through: ['Paid through a pass-through wallet, per hop', 'weight'],
    pass_through_max_hops: ['Maximum pass-through wallets in a row', 'hops'],
    pass_through_forwarded_share: ['Minimum share that a pass-through wallet forwards', 'share'],
    pass_through_seconds: ['Maximum time until it forwards', 'seconds'],
    pass_through_max_counterparties: ['Maximum counterparties of a pass-through wallet', 'wallets'],
    parallel_min_wallets: ['Minimum wallets reached from one origin, each through a separate new wallet', 'wallets'],
    parallel_forwarded_share: ['Minimum share that such a new wallet forwards', 'share'],
    parallel_seconds: ['Maximum time until it forwards', 'seconds'],
    recorded_native: ['An imported map links two wallets by native coin', 'weight'],
  },
  transfer: {
    large: ['One wallet sent the other a large amount of the token', 'weight'],
    large_supply_ppm: ['Minimum size of a large transfer', 'ppm'],
    large_peak_share: ['Or minimum share of the sender’s peak', 'share'],
    large_receiver_share: ['Smaller shares of the receiver’s peak are small transfers', 'share'],
    small: ['One wallet sent the other a small amount of the token', 'weight'],
    together: ['It sent small amounts to several wallets that started when it did', 'weight'],
    together_min_wallets: ['Minimum wallets that started together, including the sender', 'wallets'],
    together_seconds: ['Maximum time between their first coins and the sender’s', 'seconds'],
    together_most_others: ['Maximum share of other holders that started then', 'share'],
    dust_supply_ppm: ['Transfers below this amount are dust', 'ppm'],
    dust_usd: ['Transfers below this value are dust', 'usd'],
    distributor_receivers: ['Wallets with more receivers are distributors', 'wallets'],
    distributor: ['Paid out by a distributor', 'weight'],
    distributor_keeps_supply_ppm: ['Minimum amount for a distributor’s receiver to count fully', 'ppm'],
    otc: ['Tokens one way, their value back', 'weight'],
    otc_seconds: ['Maximum time between the two sides of a direct sale', 'seconds'],
    otc_value_min: ['Minimum price of a direct sale, relative to the value', 'ratio'],
    otc_value_max: ['Maximum price of a direct sale, relative to the value', 'ratio'],
    recorded_large: ['An imported map links two wallets by a large amount of the token', 'weight'],
    recorded_large_supply_ppm: ['Minimum size of such a large link', 'ppm'],
    recorded_small: ['An imported map links two wallets by a small amount of the token', 'weight'],
  },
  tx: {
    same_tx: ['Bought in one transaction, or one paid for the other’s', 'weight'],
    signer_max_transactions: ['Maximum transactions that a person signs for others', 'transactions'],
  },
  tax: {
    min_movers: ['Minimum unrelated wallets that pay a tax', 'wallets'],
    max_coin_recipients: ['Maximum wallets that a tax is paid out to in coin', 'wallets'],
  },
  sink: {
    shared_deposit: ['Both pay into one exchange deposit address', 'weight'],
    deposit_max_senders: ['Maximum senders to one person’s deposit address', 'wallets'],
    deposit_forwarded_share: ['Minimum share that a deposit address forwards to the exchange', 'share'],
    deposit_seconds: ['Maximum time until it forwards', 'seconds'],
    consolidation: ['Both send what they earned to one wallet', 'weight'],
    consolidation_share: ['Minimum share of proceeds or tokens that goes there', 'share'],
    consolidation_seconds: ['Maximum time between the two', 'seconds'],
  },
  timing: {
    same_slot_group: ['Bought in one bundle of a block', 'weight'],
    sync_sell: ['Sold at the same moment', 'weight'],
    sync_sell_min_wallets: ['Minimum sellers in such a moment', 'wallets'],
    sync_sell_blocks: ['Blocks that count as one moment', 'blocks'],
    rate_blocks: ['Blocks around a moment that define the usual rate', 'blocks'],
    improbable: ['Chance below which a group is improbable', 'probability'],
  },
  sniper: {
    window_blocks: ['Blocks after the first DEX event', 'blocks'],
    dust_supply_ppm: ['Smaller buys do not count', 'ppm'],
    tolerance: ['Changes below this share are none', 'share'],
    pool_before_first_swap_blocks: ['A pool this shortly before the first swap is the first event', 'blocks'],
    open_pool_before_first_swap_blocks: ['The same, where old state shows that anybody could buy from it', 'blocks'],
  },
  bundler: {
    min_wallets: ['Minimum wallets in a bundle', 'wallets'],
    min_wallets_same_tx: ['Minimum wallets in one transaction', 'wallets'],
    min_wallets_same_slot: ['Minimum wallets of a group in one block', 'wallets'],
    launch_window_blocks: ['Blocks that count as one activity', 'blocks'],
    adjacent_index_gap: ['Maximum distance between adjacent transactions', 'transactions'],
    min_buy_native: ['Smaller buys do not form a group', 'coins'],
    most_in_bundle: ['Maximum transactions in one bundle', 'transactions'],
    same_amount_min_buys: ['Minimum buys of equal amounts', 'times'],
    same_amount_tolerance: ['Amounts that differ by at most this share are equal', 'share'],
    round_digits: ['Amounts with at most this many digits are not evidence', 'digits'],
    amount_log_range: ['Powers of e that unrelated buys spread over', 'range'],
    same_gas_min_wallets: ['Fewest wallets with the same gas settings and nonce', 'wallets'],
    deployer_max_transactions: ['Maximum transactions before which a person deploys contracts', 'transactions'],
    same_funder_seconds: ['Longest time between funding and buy', 'seconds'],
    same_first_funder_seconds: ['The same, where it was the first coin of the buyer', 'seconds'],
  },
  insider: {
    accept: ['Minimum evidence for an insider', 'weight'],
    team_from: ['Minimum evidence for a team member', 'weight'],
    authority: ['Holds a power over the token', 'weight'],
    received_before_first_event: ['Received tokens before the first trade', 'weight'],
    received_from_creator: ['Received tokens from the creator', 'weight'],
    first_funded_by_creator: ['Received its first coin from the creator, or coin just before the launch', 'weight'],
    funded_before_launch_seconds: ['Maximum time between that coin and the launch', 'seconds'],
    funded_buy_blocks: ['Blocks after the launch in which such a wallet bought', 'blocks'],
    bought_in_creation: ['Bought in the creation transaction', 'weight'],
    bought_before_switch: ['Bought before trading was opened to all', 'weight'],
    sent_proceeds: ['Sent the creator what it earned', 'weight'],
    proceeds_share: ['Minimum share of proceeds that goes to the creator', 'share'],
    same_cluster: ['In the creator’s cluster', 'weight'],
    funded_creator: ['Paid the creator before the token was created', 'weight'],
    funded_creator_seconds: ['Maximum time between that and the creation', 'seconds'],
    second_hop: ['Paid by the creator through another wallet', 'weight'],
  },
  volume_bot: {
    window_seconds: ['Period in which trades are examined together', 'seconds'],
    min_trades: ['Minimum trades of a bot', 'times'],
    round_trip_blocks: ['Maximum length of a round trip', 'blocks'],
    round_trip_difference: ['Maximum gain or loss of a round trip, without fees', 'share'],
    fee_allowance: ['Fees of a round trip', 'share'],
    min_round_trips: ['Minimum round trips', 'times'],
    churn: ['Minimum share of volume that comes back', 'share'],
    net_share: ['Maximum net share of the volume', 'share'],
    held_supply_share: ['Maximum share of supply that a bot holds', 'share'],
    cluster_net_share: ['Maximum net share of a cluster’s volume', 'share'],
    cluster_volume_times: ['Minimum volume of each member, as a multiple of its holding', 'times'],
  },
  wallet: {
    fresh_seconds: ['Maximum age of a fresh wallet at its first buy', 'seconds'],
    fresh_long_seconds: ['Maximum age of a recent wallet at its first buy', 'seconds'],
    dust_native: ['Native coin below this amount is dust', 'coins'],
  },
  label: {
    presale_payers: ['Minimum wallets that paid a presale', 'wallets'],
    presale_ratio_tolerance: ['Maximum difference between presale prices', 'share'],
    vesting_receivers: ['Maximum beneficiaries of a vesting contract', 'wallets'],
    vesting_payments: ['Minimum payments that show a schedule', 'times'],
    vesting_interval_tolerance: ['Maximum irregularity of scheduled payments', 'share'],
    vesting_min_interval_seconds: ['Minimum time between two of its payments', 'seconds'],
  },
}

export interface RuleSetting {
  /** `group.setting`, or `group.setting.network` if networks differ. */
  readonly key: string
  readonly group: string
  readonly title: string
  readonly unit: Unit
}

/** Every number of a rule set, in the order of the file. */
export function ruleSettings(): readonly RuleSetting[] {
  return SETTINGS
}

const NETWORK_VALUES = ['sol', 'eth', 'base', 'bsc', 'sui'] as const
const PER_NETWORK: ReadonlySet<string> = new Set([
  'sniper.window_blocks',
  'sniper.pool_before_first_swap_blocks',
  'sniper.open_pool_before_first_swap_blocks',
  'insider.funded_buy_blocks',
  'bundler.min_buy_native',
  'volume_bot.round_trip_blocks',
  'wallet.dust_native',
] satisfies PerNetworkKey[])
type PerNetworkKey = {
  [G in keyof Titles]: { [K in keyof PerNetwork<RuleSet[G]>]: `${G}.${K & string}` }[keyof PerNetwork<RuleSet[G]>]
}[keyof Titles]

const SETTINGS: readonly RuleSetting[] = Object.entries(TITLES).flatMap(([group, settings]) =>
  Object.entries(settings as Readonly<Record<string, RuleText>>).flatMap(([name, [title, unit]]) => {
    const key = `${group}.${name}`
    const one = { key, group, title, unit: UNITS[unit] }
    return PER_NETWORK.has(key) ? NETWORK_VALUES.map((network) => ({ ...one, key: `${key}.${network}`, title: `${title} (${network})` })) : [one]
  }),
)
