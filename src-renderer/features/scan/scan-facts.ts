import type { AdvancedEvm, AdvancedSol, AdvancedSui, ScanReport } from '../../../src-shared/contract/records/scan.ts'
import { LAST_SECOND } from '../../../src-shared/domain/unix-time.ts'
import { capitalize } from '../../format/capitalize.ts'

/** Facts of a scan report as rows, for every chain family. Unknown is a value of its own. */

export type FactValue =
  | { readonly kind: 'flag'; readonly value: boolean | null; readonly risky: boolean }
  | { readonly kind: 'percent'; readonly value: number | null }
  | { readonly kind: 'amount'; readonly value: number | null }
  | { readonly kind: 'address'; readonly value: string | null; readonly none: string }
  | { readonly kind: 'text'; readonly value: string | null }

export interface Fact {
  readonly name: string
  readonly description?: string
  readonly value: FactValue
  /** Additional text. */
  readonly note?: string
}

export interface FactGroup {
  readonly title: string
  readonly facts: readonly Fact[]
}

const riskFlag = (name: string, value: boolean | null, description?: string): Fact => ({
  name,
  value: { kind: 'flag', value, risky: true },
  ...(description === undefined ? {} : { description }),
})
const safeFlag = (name: string, value: boolean | null, description?: string): Fact => ({
  name,
  value: { kind: 'flag', value, risky: false },
  ...(description === undefined ? {} : { description }),
})
const percent = (name: string, value: number | null): Fact => ({ name, value: { kind: 'percent', value } })
const amount = (name: string, value: number | null): Fact => ({ name, value: { kind: 'amount', value } })
const text = (name: string, value: string | null): Fact => ({ name, value: { kind: 'text', value } })
const address = (name: string, value: string | null, none = 'unknown'): Fact => ({ name, value: { kind: 'address', value, none } })

type Advanced = ScanReport['results']['advanced']
const isSol = (advanced: Advanced): advanced is AdvancedSol => 'authorities' in advanced
const isEvm = (advanced: Advanced): advanced is AdvancedEvm => 'owner_address' in advanced

/** @param creatorSource the source that named the creator, if not the chain */
export function factGroups(advanced: Advanced, creatorSource: string | null): FactGroup[] {
  const exit = exitGroup(advanced, creatorSource)
  if (isSol(advanced)) return [exit, ...solGroups(advanced)]
  if (isEvm(advanced)) return [exit, ...evmGroups(advanced)]
  return [exit, ...suiGroups(advanced)]
}

/** Size-weighted share of locked liquidity; null if unknown or not reported for this chain. */
export const lockedShare = (advanced: Advanced): number | null =>
  'locked_liquidity_weighted' in advanced ? advanced.locked_liquidity_weighted : null

/** One lock of a pool. */
export interface LockRow {
  readonly pool: string
  readonly how: string
  readonly percentage: number
  /** Unix seconds; null if there is no date, which `undated` explains. */
  readonly unlockAt: number | null
  readonly undated: string
}

const BURNED = new Set(['burn', 'burned'])

/** Locks by pool. A pool without locks has one row. */
export function lockRows({ locked_liquidity: pairs }: Advanced): LockRow[] {
  return pairs.flatMap(({ pair_address: pool, total_locked, locks }) => {
    if (locks.length === 0) {
      const [how, undated] = total_locked > 0 ? ['locked', 'date unknown'] : ['not locked', '']
      return [{ pool, how, percentage: total_locked, unlockAt: null, undated }]
    }
    return locks.map(({ type, percentage, unlock_at: unlockAt }) => {
      const isEndless = unlockAt !== null && unlockAt >= LAST_SECOND
      return {
        pool,
        how: BURNED.has(type) ? 'burned' : type.replaceAll('_', ' '),
        percentage,
        unlockAt: isEndless ? null : unlockAt,
        undated: isEndless || BURNED.has(type) ? 'forever' : 'date unknown',
      }
    })
  })
}

function exitGroup({ honeypot, creator, holder_count }: Advanced, creatorSource: string | null): FactGroup {
  return {
    title: 'Buying and selling',
    facts: [
      {
        name: 'Sale',
        value: { kind: 'text', value: honeypot.message },
        description: 'Result of a simulated buy, transfer and sale against the real pool',
      },
      text('Honeypot risk', honeypot.score === null ? null : `${honeypot.score} of 100`),
      {
        ...address('Creator', creator?.address ?? null),
        ...(creatorSource === null ? {} : { note: `according to ${creatorSource}, not the chain` }),
      },
      amount('Creator balance', creator?.balance ?? null),
      text('Holders', holder_count === null ? null : holder_count.toLocaleString('en')),
    ],
  }
}

function evmGroups(it: AdvancedEvm): FactGroup[] {
  return [
    {
      title: 'Taxes',
      facts: [
        percent('Buy', it.tax.buy),
        percent('Sell', it.tax.sell),
        percent('Transfer', it.tax.transfer),
        riskFlag('Can be changed', it.tax_modifiable),
        riskFlag('Can differ per wallet', it.modify_tax_for_individuals),
      ],
    },
    {
      title: 'Contract',
      facts: [
        safeFlag('Source verified', it.verified, 'Whether the published source matches the code'),
        safeFlag('Ownership renounced', it.renounced),
        address('Owner', it.owner_address, 'none or unknown'),
        riskFlag('Upgradeable proxy', it.proxy_contract, 'The code can be replaced'),
        riskFlag('Can mint', it.mintable),
        riskFlag('Ownership can be reclaimed', it.take_back_ownership),
        riskFlag('Hidden owners', it.hidden_owners),
        riskFlag('Makes external calls', it.make_external_calls),
        riskFlag('Can change balances', it.change_balance_off_chain),
        riskFlag('Can self-destruct', it.can_selfdestruct_contract),
      ],
    },
    {
      title: 'Trading',
      facts: [
        riskFlag('Cannot be bought', it.cannot_buy),
        riskFlag('Cannot sell all', it.cannot_sell_all),
        riskFlag('Whitelist', it.has_whitelist),
        riskFlag('Blacklist', it.has_blacklist),
        riskFlag('Can be paused', it.pausable),
        riskFlag('Trading cooldown', it.limit_trades_over_time),
        riskFlag('Trade or wallet size limit', it.anti_whale),
        riskFlag('Limit can be changed', it.anti_whale_modifiable),
      ],
    },
  ]
}

function solGroups(it: AdvancedSol): FactGroup[] {
  return [
    {
      title: 'Taxes',
      facts: [
        percent('Transfer fee', it.tax.pct),
        it.tax.pct === 0 && it.tax.max_amount === null ? text('Maximum fee', 'no fee') : amount('Maximum fee', it.tax.max_amount),
        text('Scheduled', it.scheduled_tax === null ? 'none' : `${it.scheduled_tax.pct} % from epoch ${it.scheduled_tax.epoch}`),
      ],
    },
    {
      title: 'Permissions',
      facts: [
        safeFlag('Ownership renounced', it.renounced),
        riskFlag('Can mint', it.mintable),
        riskFlag('Can freeze accounts', it.freezable),
        riskFlag('Can take tokens from any account', it.drainable),
        riskFlag('Metadata can be changed', it.metadata_mutable),
        riskFlag('Can be paused', it.pausable),
        riskFlag('Paused now', it.transfer_paused),
        riskFlag('Mint can be closed', it.closable),
      ],
    },
    {
      title: 'Transfers',
      facts: [
        riskFlag('Cannot be transferred', it.non_transferable),
        riskFlag('Transfer hook', it.transfer_hook),
        text('New account state', it.default_account_state ?? 'default'),
        text('Frozen top accounts', it.top_accounts_frozen === null ? null : String(it.top_accounts_frozen.length)),
      ],
    },
    {
      title: 'Authorities',
      facts: Object.entries(it.authorities).map(([name, value]) => address(capitalize(name.replaceAll('_', ' ')), value, 'renounced or never set')),
    },
  ]
}

const OWNER_KINDS = { address: 'held by one address', shared: 'a shared object', immutable: 'frozen forever', multiple: 'held by several' } as const

function suiGroups(it: AdvancedSui): FactGroup[] {
  const capability = (name: string, found: AdvancedSui['mintable']): Fact => ({
    ...riskFlag(name, found.value),
    ...(found.owner_kind === null ? {} : { note: `${OWNER_KINDS[found.owner_kind]}${found.version === null ? '' : `, version ${found.version}`}` }),
  })
  return [
    {
      title: 'Permissions',
      facts: [
        capability('Can mint', it.mintable),
        capability('Can deny addresses', it.blacklist),
        capability('Package can be upgraded', it.contract_upgradable),
        capability('Metadata can be changed', it.metadata_modifiable),
        address('Treasury capability', it.mintable.object_id),
        address('Deny capability', it.blacklist.object_id),
        address('Upgrade capability', it.contract_upgradable.object_id),
      ],
    },
  ]
}
