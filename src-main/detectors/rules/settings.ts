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
    depth_holders: ['Holders looked at closely', 'holders'],
    lookback_seconds: ['Older movements do not count, first funding aside', 'seconds'],
    accept: ['Evidence from which two wallets are joined', 'weight'],
    min_holders: ['Fewest holders of a cluster', 'wallets'],
    split_members: ['Clusters with more wallets are checked for a split', 'wallets'],
    split_fan_out: ['Clusters that hang on one wallet with more links are checked for a split', 'wallets'],
    split_resolution: ['Resolution of the split: more gives smaller parts', 'ratio'],
    split_spares: ['Evidence this strong is never split', 'weight'],
    split_gain: ['Gain in modularity from which a split is kept', 'share'],
  },
  hub: {
    degree_lifetime: ['Most different counterparties of a person, ever', 'wallets'],
    degree_24h: ['Most different counterparties of a person in a day', 'wallets'],
    fan_out_24h: ['Most new wallets a person pays in a day', 'wallets'],
    hypernode_transfers: ['Most transfers of a person', 'transfers'],
    sent_transactions: ['Most transactions that a person ever sends', 'transactions'],
    throughput_transactions: ['Newest transactions looked at for their pace', 'transactions'],
    throughput_seconds: ['Shortest time a person takes for that many', 'seconds'],
    swept_addresses: ['Most deposit addresses that a person sweeps', 'wallets'],
    unrelated_counterparties: ['Most linked wallets of a person that have nothing else in common', 'wallets'],
    equal_amount_tolerance: ['Payments this close are equal', 'share'],
    buyers_share: ['Share of equally paid wallets that bought, from which it is a campaign', 'share'],
  },
  funding: {
    first_funder_direct: ['One wallet gave the other its first coin', 'weight'],
    direct_undamped_fan_out: ['Full weight of a direct funder up to this many wallets', 'wallets'],
    shared_24h: ['First funded by one wallet within a day', 'weight'],
    shared_7d: ['First funded by one wallet within a week', 'weight'],
    shared_any: ['First funded by one wallet, whenever', 'weight'],
    shared_undamped_fan_out: ['Full weight of a shared funder up to this many wallets', 'wallets'],
    fan_out_window_seconds: ['Time in which a funder’s wallets are counted', 'seconds'],
    disperse_fresh: ['Paid in one transaction, both wallets new', 'weight'],
    disperse_old: ['Paid in one transaction, not both new', 'weight'],
    fresh_seconds: ['A wallet is new for this long', 'seconds'],
    before_buy: ['One wallet paid for the other’s first buy', 'weight'],
    before_buy_share: ['Share of the spend that has to come from it', 'share'],
    before_buy_seconds: ['Longest time between payment and buy', 'seconds'],
    pass_through: ['Paid through a pass-through wallet, for each hop', 'weight'],
    pass_through_max_hops: ['Most pass-through wallets in a row', 'hops'],
    pass_through_forwarded_share: ['Share that a pass-through wallet forwards', 'share'],
    pass_through_seconds: ['Longest time it takes for that', 'seconds'],
    pass_through_max_counterparties: ['Most counterparties of a pass-through wallet', 'wallets'],
    parallel_min_wallets: ['Fewest wallets reached from one origin, each through a new wallet of its own', 'wallets'],
    parallel_forwarded_share: ['Share that such a new wallet forwards', 'share'],
    parallel_seconds: ['Longest time it takes for that', 'seconds'],
    recorded_native: ['An imported map links two wallets by native coin', 'weight'],
  },
  transfer: {
    large: ['One wallet sent the other a good part of the token', 'weight'],
    large_supply_ppm: ['A transfer is large from this much', 'ppm'],
    large_peak_share: ['Or from this share of the sender’s peak', 'share'],
    large_receiver_share: ['A smaller share of what the receiver ever held is a little', 'share'],
    small: ['One wallet sent the other a little of the token', 'weight'],
    together: ['It sent little to several wallets that started when it did', 'weight'],
    together_min_wallets: ['Fewest wallets that started together, the sender among them', 'wallets'],
    together_seconds: ['Longest time between their first coins and the sender’s', 'seconds'],
    together_most_others: ['Largest share of the other holders that started then', 'share'],
    dust_supply_ppm: ['Below this much a transfer is dust', 'ppm'],
    dust_usd: ['Below this value a transfer is dust', 'usd'],
    distributor_receivers: ['More receivers than this make a distributor', 'wallets'],
    distributor: ['Paid out by a distributor', 'weight'],
    distributor_keeps_supply_ppm: ['A distributor’s receiver counts fully from this much', 'ppm'],
    otc: ['Token one way, its value back', 'weight'],
    otc_seconds: ['Longest time between the two sides of a direct sale', 'seconds'],
    otc_value_min: ['Least price of a direct sale, of the value', 'ratio'],
    otc_value_max: ['Highest price of a direct sale, of the value', 'ratio'],
    recorded_large: ['An imported map links two wallets by a good part of the token', 'weight'],
    recorded_large_supply_ppm: ['Such a link is large from this much', 'ppm'],
    recorded_small: ['An imported map links two wallets by a little of the token', 'weight'],
  },
  tx: {
    same_tx: ['Bought in one transaction, or one paid for the other’s', 'weight'],
    signer_max_transactions: ['Most transactions that a person signs for others', 'transactions'],
  },
  tax: {
    min_movers: ['Fewest unrelated wallets that pay a tax', 'wallets'],
    max_coin_recipients: ['Most wallets that a tax is paid out to in coin', 'wallets'],
  },
  sink: {
    shared_deposit: ['Both pay into one exchange deposit address', 'weight'],
    deposit_max_senders: ['Most senders of one person’s deposit address', 'wallets'],
    deposit_forwarded_share: ['Share that a deposit address forwards to the exchange', 'share'],
    deposit_seconds: ['Longest time it takes for that', 'seconds'],
    consolidation: ['Both send what they earned to one wallet', 'weight'],
    consolidation_share: ['Share of proceeds or tokens that has to go there', 'share'],
    consolidation_seconds: ['Longest time between the two', 'seconds'],
  },
  timing: {
    same_slot_group: ['Bought in one bundle of a block', 'weight'],
    sync_sell: ['Sold at the same moment', 'weight'],
    sync_sell_min_wallets: ['Fewest sellers of such a moment', 'wallets'],
    sync_sell_blocks: ['Blocks that are one moment', 'blocks'],
    rate_blocks: ['Blocks around a moment that give the usual rate', 'blocks'],
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
    min_wallets: ['Fewest wallets of a bundle', 'wallets'],
    min_wallets_same_tx: ['Fewest wallets of one transaction', 'wallets'],
    min_wallets_same_slot: ['Fewest wallets of a group in one block', 'wallets'],
    launch_window_blocks: ['Blocks of one activity', 'blocks'],
    adjacent_index_gap: ['Transactions this far apart are adjacent', 'transactions'],
    min_buy_native: ['Smaller buys make no group', 'coins'],
    most_in_bundle: ['Most transactions of one bundle', 'transactions'],
    same_amount_min_buys: ['Fewest buys of equal amounts', 'times'],
    same_amount_tolerance: ['Amounts that differ by at most this share are equal', 'share'],
    round_digits: ['Amounts with at most this many digits are no evidence', 'digits'],
    amount_log_range: ['Powers of e that unrelated buys spread over', 'range'],
    same_gas_min_wallets: ['Fewest wallets with the same gas settings and nonce', 'wallets'],
    same_funder_seconds: ['Longest time between funding and buy', 'seconds'],
    same_first_funder_seconds: ['The same, where it was the first coin of the buyer', 'seconds'],
  },
  insider: {
    accept: ['Evidence from which a wallet is an insider', 'weight'],
    team_from: ['Evidence from which an insider is the team', 'weight'],
    authority: ['Holds a power over the token', 'weight'],
    received_before_first_event: ['Got tokens before the first trade', 'weight'],
    received_from_creator: ['Got tokens from the creator', 'weight'],
    first_funded_by_creator: ['Got its first coin from the creator, or coin just before the launch', 'weight'],
    funded_before_launch_seconds: ['Longest time between that coin and the launch', 'seconds'],
    funded_buy_blocks: ['Blocks after the launch in which such a wallet bought', 'blocks'],
    bought_in_creation: ['Bought in the creating transaction', 'weight'],
    bought_before_switch: ['Bought before trading was opened to all', 'weight'],
    sent_proceeds: ['Sent the creator what it earned', 'weight'],
    proceeds_share: ['Share of proceeds that has to go to the creator', 'share'],
    same_cluster: ['In one cluster with the creator', 'weight'],
    funded_creator: ['Paid the creator before the token was made', 'weight'],
    funded_creator_seconds: ['Longest time between that and the creation', 'seconds'],
    second_hop: ['Paid by the creator through another wallet', 'weight'],
  },
  volume_bot: {
    window_seconds: ['Time in which trades are looked at together', 'seconds'],
    min_trades: ['Fewest trades of a bot', 'times'],
    round_trip_blocks: ['Longest round trip', 'blocks'],
    round_trip_difference: ['Most that a round trip loses or wins, fees aside', 'share'],
    fee_allowance: ['Fees of a round trip', 'share'],
    min_round_trips: ['Fewest round trips', 'times'],
    churn: ['Share of volume that comes back', 'share'],
    net_share: ['Most that stays, of the volume', 'share'],
    held_supply_share: ['Most that a bot holds, of supply', 'share'],
    cluster_net_share: ['Most that stays with a cluster, of its volume', 'share'],
    cluster_volume_times: ['Volume of each member, in times of its holding', 'times'],
  },
  wallet: {
    fresh_seconds: ['A wallet is fresh up to this age at its first buy', 'seconds'],
    fresh_long_seconds: ['A wallet is rather fresh up to this age', 'seconds'],
    dust_native: ['Less native coin than this is dust', 'coins'],
  },
  label: {
    presale_payers: ['Fewest wallets that paid a presale', 'wallets'],
    presale_ratio_tolerance: ['Presale prices this close are one', 'share'],
    vesting_receivers: ['Most beneficiaries of a vesting contract', 'wallets'],
    vesting_payments: ['Fewest payments that show a schedule', 'times'],
    vesting_interval_tolerance: ['Payments this regular are a schedule', 'share'],
    vesting_min_interval_seconds: ['Shortest time between two of its payments', 'seconds'],
  },
}

export interface RuleSetting {
  /** `group.setting`, or `group.setting.network` where networks differ. */
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
