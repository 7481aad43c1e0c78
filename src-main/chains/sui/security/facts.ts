import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { readFlag, unknownFlag, type Flag, type PoolLiquidity, type SecurityFacts } from '../../security/facts.ts'
import { summarizeCapability, type Capability } from './capability.ts'

/** The state of a coin's objects near one checkpoint (docs/scan.md#sui). */
export interface SuiSecurityReading {
  readonly checkpoint: number
  readonly time: number | null
  readonly packageId: Address
  /** The publishing transaction was read, so a capability that it did not create does not exist. */
  readonly published: boolean
  readonly treasury: Capability | null
  /** `fixed` and `burn only` supplies cannot grow, regardless of who holds the TreasuryCap; null when the registry says neither. */
  readonly supply: 'fixed' | 'burn only' | null
  readonly deny: readonly Capability[]
  /** According to the coin registry; null if it does not say. */
  readonly regulated: boolean | null
  readonly globalPause: boolean | null
  readonly upgrade: (Capability & { readonly policy: number | null }) | null
  readonly metadata: Capability | null
  /** The registry's capability to change metadata; null for a coin without one. */
  readonly metadataCap: { readonly state: 'claimed' | 'unclaimed' | 'deleted'; readonly cap: Capability | null } | null
  /** Packages of launchpads, which mint only by their published rules. */
  readonly launchpads: ReadonlySet<string>
  /** Simulated transfers of real holders; null when none could be simulated. */
  readonly moves: readonly SimulatedTransfer[] | null
  readonly liquidity: readonly PoolLiquidity[] | null
  /** Pools whose reserves could not be read. */
  readonly unreadPools: number
  readonly partial: readonly string[]
}

export interface SimulatedTransfer {
  readonly owner: Address
  readonly outcome: 'passed' | 'denied' | 'paused'
}

/** Whether a right can be used, and by whom; `value` null when that is unknown. */
interface Power {
  readonly value: boolean | null
  readonly how: string
  readonly holder: Flag['holder']
}

const packageOf = (type: string | null): string | null => type?.split('::')[0] ?? null
const no = (how: string): Power => ({ value: false, how, holder: null })
const unclear = (how: string): Power => ({ value: null, how, holder: null })

/** @param byReference the right needs only a reference to the object, so freezing the object gives it to everyone */
function assessCapability(
  { packageId, launchpads }: SuiSecurityReading,
  { status }: Capability,
  what: string,
  right: string,
  byReference = false,
): Power {
  switch (status.state) {
    case 'held':
      return { value: true, how: `${status.holder.address} holds the ${what} and can ${right}.`, holder: status.holder }
    case 'unreachable':
      return no(`The ${what} is at the zero address, which has no key.`)
    case 'shared':
      return { value: true, how: `The ${what} is a shared object, so anyone can ${right}.`, holder: null }
    case 'immutable':
      return byReference
        ? { value: true, how: `The ${what} is frozen, and a reference to it is enough, so anyone can ${right}.`, holder: null }
        : no(`The ${what} is frozen.`)
    case 'destroyed':
      return no(`The ${what} was destroyed.`)
    case 'unknown':
      return unclear(status.why)
    case 'inside': {
      const owner = packageOf(status.type)
      if (owner !== null && launchpads.has(owner))
        return no(`The ${what} is inside an object of a launchpad, which can ${right} only by its published rules.`)
      const whose = owner === packageId ? 'an object of the coin’s own package' : 'another object'
      return unclear(`The ${what} is inside ${whose} (${status.type ?? 'of unknown type'}); what that does with it is unknown.`)
    }
  }
}

export function toSecurityFacts(read: SuiSecurityReading): SecurityFacts {
  const { checkpoint } = read
  const flag = ({ value, how, holder }: Power, ...objects: (Capability | null)[]): Flag =>
    value === null ? unknownFlag(how) : readFlag(value, how, checkpoint, { holder, evidence: objects.flatMap((one) => one?.objectId ?? []) })
  const regulated = isRegulated(read)
  const deny = assessDeny(read, regulated)
  const pause: Power = read.globalPause === false ? no('The deny list of this coin cannot pause it.') : deny
  const exit = assessExit(read, regulated)
  const paused = read.moves?.some(({ outcome }) => outcome === 'paused') ?? null
  const upgrade = assessUpgrade(read)
  const metadata = assessMetadata(read)
  const none = { pct: 0, how: 'Sui coins cannot tax transfers.' }
  return {
    readAt: { unit: 'checkpoint', number: checkpoint, time: read.time },
    flags: {
      honeypot: exit.flag,
      mintable: flag(assessMint(read), read.treasury),
      blacklist: flag(deny, ...read.deny),
      pausable: flag(
        read.globalPause === null && deny.value === true ? unclear('The registry does not say whether the deny list can pause the coin.') : pause,
        ...read.deny,
      ),
      transfers_paused:
        paused !== null
          ? readFlag(paused, paused ? 'Transfers of the coin are paused for everyone.' : 'Holders can transfer the coin.', checkpoint)
          : regulated === false
            ? readFlag(false, 'The coin has no deny list that could pause it.', checkpoint)
            : unknownFlag('No transfer from a holder could be simulated.'),
      upgradable: flag(upgrade, read.upgrade),
      upgradable_with_treasury: flag(assessUpgradeWithTreasury(read, upgrade), read.upgrade, read.treasury),
      metadata_mutable: flag(metadata.use, metadata.by),
    },
    taxes: { buy: none, sell: none, transfer: none, settablePct: 0 },
    exit: { score: exit.score, message: exit.flag.how },
    liquidity: read.liquidity,
    unreadPools: read.unreadPools,
    simulatedWith: read.moves === null ? null : 'simulateTransaction',
    partial: read.partial,
    raw: toRawDetails(read),
    details: {
      family: 'sui',
      treasury: summarizeCapability([read.treasury]),
      deny: summarizeCapability(read.deny),
      upgrade: summarizeCapability([read.upgrade]),
      metadata: summarizeCapability([metadata.by]),
      packageId: read.packageId,
    },
  }
}

function assessMint(read: SuiSecurityReading): Power {
  if (read.supply !== null) return no(`The supply is ${read.supply} in the coin registry.`)
  if (read.treasury === null) return unclear('No TreasuryCap of this coin was found.')
  const supply = findSupply(read.treasury)
  return supply === null ? assessCapability(read, read.treasury, 'TreasuryCap', 'mint more') : assessCapability(read, supply, 'Supply', 'mint more')
}

/**
 * The `Supply` of a destroyed TreasuryCap. It mints as well, and no package can destroy it (`coin::treasury_into_supply` of the Sui framework). Null for
 * a TreasuryCap that exists.
 */
function findSupply({ status, ...treasury }: Capability): Capability | null {
  const kept = status.state === 'destroyed' ? (status.supplyIn ?? null) : null
  return kept === null ? null : { ...treasury, status: { state: 'inside', ...kept } }
}

/** According to the registry, else by whether the publication created a DenyCap, because none can be created later. */
function isRegulated({ regulated, deny, published }: SuiSecurityReading): boolean | null {
  if (regulated !== null) return regulated
  return deny.length > 0 ? true : published ? false : null
}

function assessDeny(read: SuiSecurityReading, regulated: boolean | null): Power {
  const uses = read.deny.map((cap) => assessCapability(read, cap, 'DenyCap', 'deny addresses'))
  const found = uses.find(({ value }) => value === true) ?? uses.find(({ value }) => value === null) ?? uses[0]
  if (found !== undefined) return found
  if (regulated === false) return no('The coin was published without a deny list.')
  return unclear(regulated === true ? 'The coin has a deny list, but its DenyCap was not found.' : 'Whether the coin has a deny list is unknown.')
}

/** Upgrade policies of `sui::package` (https://docs.sui.io/develop/publish-upgrade-packages/custom-policies). */
const POLICIES: Readonly<Record<number, string>> = { 0: 'any compatible change', 128: 'additions only', 192: 'dependencies only' }

function assessUpgrade(read: SuiSecurityReading): Power {
  if (read.upgrade === null)
    return unclear(
      read.published
        ? 'No UpgradeCap was found in the publishing transaction.'
        : 'The endpoint no longer keeps the publishing transaction, which names the UpgradeCap.',
    )
  const use = assessCapability(read, read.upgrade, 'UpgradeCap', 'upgrade the package')
  const policy = read.upgrade.policy === null ? undefined : (POLICIES[read.upgrade.policy] ?? `policy ${read.upgrade.policy}`)
  return use.value === true && policy !== undefined ? { ...use, how: `${use.how} Allowed: ${policy}.` } : use
}

/** If the TreasuryCap is inside an object of the coin's own package, the owner of the UpgradeCap decides who can mint. */
function assessUpgradeWithTreasury({ treasury, packageId, supply }: SuiSecurityReading, upgrade: Power): Power {
  if (upgrade.value === false) return upgrade
  const status = treasury === null ? null : (findSupply(treasury) ?? treasury).status
  if (supply !== null || (status !== null && status.state !== 'inside' && status.state !== 'unknown'))
    return no('The TreasuryCap is not inside an object of this package.')
  if (status === null || status.state !== 'inside' || status.type === null) return unclear('The location of the TreasuryCap is unknown.')
  if (packageOf(status.type) !== packageId) return no('The TreasuryCap is not inside an object of this package.')
  return upgrade.value === true
    ? { ...upgrade, how: `${upgrade.how} The TreasuryCap is inside an object of this package (${status.type}).` }
    : upgrade
}

/** Older coins: the TreasuryCap can change a CoinMetadata that is not frozen. Newer ones: the MetadataCap can. */
function assessMetadata(read: SuiSecurityReading): { readonly use: Power; readonly by: Capability | null } {
  const { metadataCap, metadata, treasury } = read
  if (metadataCap !== null) {
    if (metadataCap.state === 'deleted') return { use: no('The MetadataCap was deleted.'), by: metadataCap.cap }
    if (metadataCap.state === 'unclaimed') {
      // A node calls a supply fixed if the Currency has it, which consumed the TreasuryCap, or if the TreasuryCap is frozen or at the zero address.
      if (read.supply !== null && (treasury === null || treasury.status.state === 'unknown'))
        return { use: no('The MetadataCap was never claimed, and the registry consumed the TreasuryCap that could claim it.'), by: treasury }
      const use =
        treasury === null ? unclear('The MetadataCap can still be claimed with the TreasuryCap, which was not found.') : claimable(read, treasury)
      return { use, by: treasury }
    }
    const { cap } = metadataCap
    return {
      use: cap === null ? unclear('The MetadataCap was not found.') : assessCapability(read, cap, 'MetadataCap', 'change name and image', true),
      by: cap,
    }
  }
  if (metadata === null) return { use: unclear('No metadata object of this coin was found.'), by: null }
  const { state } = metadata.status
  if (state === 'immutable' || state === 'destroyed' || state === 'unreachable')
    return { use: no('The metadata object is frozen or out of reach.'), by: metadata }
  if (state === 'unknown' || state === 'inside')
    return { use: assessCapability(read, metadata, 'CoinMetadata', 'change name and image'), by: metadata }
  if (treasury === null) return { use: unclear('Changing metadata needs the TreasuryCap, which was not found.'), by: metadata }
  const use = assessCapability(read, treasury, 'TreasuryCap', 'change name and image', true)
  if (use.value !== true || metadata.status.state !== 'held') return { use, by: metadata }
  return {
    use: { ...use, holder: metadata.status.holder, how: `${metadata.status.holder.address} holds the CoinMetadata, and the TreasuryCap exists.` },
    by: metadata,
  }
}

const claimable = (read: SuiSecurityReading, treasury: Capability): Power =>
  assessCapability(read, treasury, 'TreasuryCap', 'claim the MetadataCap', true)

/** Only a deny list can stop a transfer of a coin. Score: 100 if all holders are stopped, 60 to 90 if some are (docs/scan.md#sui). */
function assessExit({ checkpoint, moves }: SuiSecurityReading, regulated: boolean | null): { flag: Flag; score: number | null } {
  if (moves !== null && moves.length > 0) {
    const stopped = moves.filter(({ outcome }) => outcome !== 'passed')
    const evidence = stopped.map(({ owner }) => owner)
    const count = `${moves.length - stopped.length} of ${moves.length} simulated transfers from real holders passed`
    if (stopped.length === moves.length)
      return { flag: readFlag(true, `${count}; the deny list stops all of them.`, checkpoint, { evidence }), score: 100 }
    return {
      flag: readFlag(false, `${count}; only the deny list can stop a transfer.`, checkpoint, { evidence }),
      score: stopped.length === 0 ? 0 : Math.min(90, 60 + 5 * stopped.length),
    }
  }
  if (regulated === false)
    return { flag: readFlag(false, 'The coin has no deny list, so nothing in the ledger can stop a transfer of it.', checkpoint), score: 0 }
  return { flag: unknownFlag('The coin may have a deny list, and no transfer from a holder could be simulated.'), score: null }
}

function toRawDetails(read: SuiSecurityReading): Record<string, unknown> {
  const toRaw = (capability: Capability | null): Record<string, unknown> | null =>
    capability === null
      ? null
      : { object_id: capability.objectId, version: capability.version, checkpoint: read.checkpoint, place: { ...capability.status } }
  return {
    treasury_cap: toRaw(read.treasury),
    deny_caps: read.deny.map(toRaw),
    upgrade_cap: read.upgrade === null ? null : { ...toRaw(read.upgrade), policy: read.upgrade.policy },
    coin_metadata: toRaw(read.metadata),
    metadata_cap: read.metadataCap === null ? null : { state: read.metadataCap.state, object: toRaw(read.metadataCap.cap) },
    registry: {
      checkpoint: read.checkpoint,
      supply: read.supply,
      regulated: read.regulated,
      allow_global_pause: read.globalPause,
    },
    package: { id: trustedAddress(read.packageId), checkpoint: read.checkpoint },
  }
}
