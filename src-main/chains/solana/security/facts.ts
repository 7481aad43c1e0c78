import authorities from '../../../../resources/scan/solana-authorities.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { isBurnAddress } from '../../../../src-shared/domain/burn-addresses.ts'
import { readFlag, unknownFlag, type Flag, type FlagId, type PoolLiquidity, type PowerHolder, type SecurityFacts } from '../../security/facts.ts'
import { TOKEN_2022_PROGRAM } from '../encoding/addresses.ts'
import { MAX_AMOUNT } from '../encoding/json.ts'
import type { MintAccount } from '../reading/token/mint-account.ts'
import { feeInEpoch, feePercent, formatFee, type FeeStep } from '../reading/token/transfer-fee.ts'
import type { MintExtensions } from './extensions.ts'

/** The accounts of a mint, read at one slot. */
export interface MintReading {
  readonly slot: number
  readonly time: number | null
  /** Null if the node did not return it. The current fee is then unknown. */
  readonly epoch: number | null
  readonly mint: MintAccount
  readonly extensions: MintExtensions
  /** The Metaplex account; null if there is none. */
  readonly metaplex: { readonly updateAuthority: string | null; readonly mutable: boolean } | null
  /** The kind of each authority. */
  readonly holders: ReadonlyMap<string, PowerHolder>
  /** Largest token accounts; null if the node does not list them. */
  readonly largest: readonly { readonly account: string; readonly owner: string; readonly frozen: boolean }[] | null
  /** Simulated transfers of real holders into a pool; null if simulation was not possible. */
  readonly moves: readonly { readonly owner: string; readonly ok: boolean; readonly fault: string | null }[] | null
  readonly liquidity: readonly PoolLiquidity[] | null
  /** Pools whose reserves could not be read. */
  readonly unreadPools: number
  readonly uri: string | null
  /** The account that the mint's metadata pointer names, if it is not read. */
  readonly metadataElsewhere: string | null
  readonly partial: readonly string[]
}

/** Authorities of launchpads whose programs have no instruction that uses them on a launched token. */
const POWERLESS: ReadonlyMap<string, string> = new Map(authorities.powerless.map(({ address, launchpad }) => [address, launchpad]))

export function solanaFacts(read: MintReading): SecurityFacts {
  const { slot, mint, extensions } = read
  const power = (address: string | null, what: string): Flag => powerFlag(read, address, what)
  const has = (role: string): string | null => extensions.authorities[role] ?? null
  const plain = (value: boolean, how: string): Flag => readFlag(value, how, slot)
  const fee = extensions.transferFee === null ? null : feeInEpoch(extensions.transferFee, read.epoch)
  const next = extensions.transferFee?.newer ?? null
  const rises = fee !== null && next !== null && read.epoch !== null && next.epoch > read.epoch && isHigher(next, fee)
  const frozen = extensions.defaultState === 'frozen'
  const metadata = metadataFlag(read)
  const live = [mint.mintAuthority, mint.freezeAuthority].filter((one) => one !== null && !POWERLESS.has(one) && !isBurnAddress('sol', one))
  const exit = assessExit(read)
  const flags: Partial<Record<FlagId, Flag>> = {
    honeypot: exit.flag,
    mintable: power(mint.mintAuthority, 'mint more'),
    freezable: power(mint.freezeAuthority, 'freeze accounts'),
    renounced: plain(live.length === 0, live.length === 0 ? 'Mint and freeze authority are revoked.' : 'A mint or freeze authority is set.'),
    default_frozen: plain(frozen && mint.freezeAuthority !== null, frozen ? 'New accounts start frozen.' : 'New accounts start thawed.'),
    non_transferable: plain(
      extensions.nonTransferable,
      extensions.nonTransferable ? 'The mint is non-transferable.' : 'The mint has no NonTransferable extension.',
    ),
    permanent_delegate: power(has('permanent_delegate'), 'move the tokens of any holder'),
    closable: power(has('close_authority'), 'close the mint'),
    pausable: extensions.paused === true ? plain(false, 'Transfers are paused already.') : power(has('pause_authority'), 'pause transfers'),
    transfers_paused: plain(extensions.paused === true, extensions.paused === true ? 'The paused flag is set.' : 'The paused flag is not set.'),
    transfer_hook: hookFlag(read),
    transfer_hook_settable:
      extensions.hook !== null && extensions.hook.program === null
        ? power(has('transfer_hook_authority'), 'set a transfer hook')
        : plain(false, extensions.hook === null ? 'No transfer hook can be set later.' : 'A transfer hook is set already.'),
    scheduled_tax:
      read.epoch === null && next !== null
        ? unknownFlag('The node did not return its epoch.')
        : plain(rises, rises ? 'A higher fee applies from a later epoch.' : 'No higher fee is scheduled.'),
    tax_modifiable: power(has('transfer_fee_authority'), 'set the transfer fee'),
    metadata_mutable: metadata,
  }
  const pct = fee === null ? (extensions.transferFee === null ? 0 : null) : feePercent(fee)
  const charged = fee === null ? `${pct} %` : formatFee(fee)
  const tax = { pct, how: pct === null ? 'The current transfer fee is unknown.' : `The mint charges ${charged} on every transfer.` }
  return {
    readAt: { unit: 'slot', number: slot, time: read.time },
    flags,
    taxes: { buy: tax, sell: tax, transfer: tax, settablePct: null },
    exit: { score: exit.score, message: exit.flag.how },
    liquidity: read.liquidity,
    unreadPools: read.unreadPools,
    simulatedWith: read.moves === null ? null : 'simulateTransaction',
    partial: read.partial,
    raw: {
      mint: { slot, supply: mint.supply.toString(), decimals: mint.decimals, program: mint.program, extensions: [...extensions.names] },
      ...(read.metaplex === null ? {} : { metaplex: { slot, ...read.metaplex } }),
    },
    details: {
      family: 'solana',
      program: trustedAddress(mint.program),
      isToken2022: mint.program === TOKEN_2022_PROGRAM,
      extensions: extensions.names,
      uri: read.uri,
      defaultAccountState: extensions.defaultState,
      authorities: collectAuthorities(read),
      maxFeeRaw: fee?.maximum ?? null,
      scheduledTax: rises && next !== null ? { pct: feePercent(next), maxFeeRaw: next.maximum, epoch: next.epoch } : null,
      frozenTopOwners: read.largest === null ? null : read.largest.filter(({ frozen: is }) => is).map(({ owner }) => trustedAddress(owner)),
      tokenAccounts: new Map((read.largest ?? []).map(({ owner, account }) => [trustedAddress(owner), trustedAddress(account)])),
    },
  }
}

/** Whether some transfer costs more: by its share, or because a maximum no longer caps the fee of a large one. */
function isHigher(next: FeeStep, fee: FeeStep): boolean {
  const isChargedMore = feePercent(next) > feePercent(fee)
  return isChargedMore || (feePercent(next) > 0 && largestFee(next) > largestFee(fee))
}

/** Fee of a transfer of the largest amount. */
function largestFee({ basisPoints, maximum }: FeeStep): bigint {
  const uncut = (MAX_AMOUNT * BigInt(basisPoints) + 9_999n) / 10_000n
  return uncut < maximum ? uncut : maximum
}

function powerFlag({ slot, holders }: MintReading, address: string | null, what: string): Flag {
  if (address === null) return readFlag(false, `No authority can ${what}.`, slot)
  const launchpad = POWERLESS.get(address)
  if (launchpad !== undefined)
    return readFlag(false, `${launchpad}'s own address is set, which has no way to ${what}.`, slot, { evidence: [address] })
  if (isBurnAddress('sol', address))
    return readFlag(false, `${address} is set, which has no key, so nobody can ${what}.`, slot, { evidence: [address] })
  const holder = holders.get(address) ?? { address: trustedAddress(address), kind: 'unknown' as const }
  return readFlag(true, `${address} can ${what}.`, slot, { holder })
}

function hookFlag({ slot, extensions: { hook, authorities } }: MintReading): Flag {
  const program = hook?.program ?? null
  if (program === null) return readFlag(false, 'No program runs on transfers.', slot)
  const authority = authorities['transfer_hook_authority'] ?? null
  const change = authority === null ? '' : ` ${authority} can set another one.`
  return readFlag(true, `The program ${program} runs on every transfer.${change}`, slot, { evidence: [program] })
}

/** The metadata itself may change, or the mint's pointer to it. */
function metadataFlag(read: MintReading): Flag {
  const pointer = read.extensions.authorities['metadata_pointer_authority'] ?? null
  const own = ownMetadataFlag(read)
  return own.value === true || pointer === null ? own : powerFlag(read, pointer, 'point the mint to another name and image')
}

/** Metadata is in the mint or in a Metaplex account; without either there is nothing to change. */
function ownMetadataFlag(read: MintReading): Flag {
  if (read.metadataElsewhere !== null) return unknownFlag(`The metadata is in the account ${read.metadataElsewhere}, which is not read.`)
  const own = read.extensions.authorities['metadata_authority']
  if (own !== undefined) return powerFlag(read, own, 'change name and image')
  const { metaplex, slot } = read
  if (metaplex === null) return readFlag(false, 'The token has no metadata that could change.', slot)
  if (!metaplex.mutable) return readFlag(false, 'Its metadata is immutable.', slot)
  return powerFlag(read, metaplex.updateAuthority, 'change name and image')
}

function collectAuthorities({ mint, extensions, metaplex }: MintReading): Record<string, Address | null> {
  const named = {
    mint_authority: mint.mintAuthority,
    freeze_authority: mint.freezeAuthority,
    update_authority: extensions.authorities['metadata_authority'] ?? metaplex?.updateAuthority ?? null,
    permanent_delegate: extensions.authorities['permanent_delegate'] ?? null,
    transfer_fee_authority: extensions.authorities['transfer_fee_authority'] ?? null,
    ...extensions.authorities,
  }
  return Object.fromEntries(Object.entries(named).map(([role, key]) => [role, key === null ? null : trustedAddress(key)]))
}

/**
 * docs/scan.md#solana: 100 if no holder can transfer or new accounts start frozen, 60 to 90 if holders are frozen, 30 with a
 * transfer hook, 0 otherwise if a simulated transfer passes or nothing can stop one.
 */
function assessExit({ slot, mint, extensions, largest, moves }: MintReading): { flag: Flag; score: number | null } {
  const frozenFirst = extensions.defaultState === 'frozen'
  const closed = extensions.nonTransferable
    ? 'The mint is non-transferable.'
    : extensions.paused === true
      ? 'Transfers are paused.'
      : frozenFirst && mint.freezeAuthority === null
        ? 'New accounts start frozen, and no authority can thaw them.'
        : null
  if (closed !== null) return { flag: readFlag(true, closed, slot), score: 100 }
  const failed = (moves ?? []).filter(({ ok }) => !ok)
  const frozen = (largest ?? []).filter((one) => one.frozen).map(({ owner }) => owner)
  if (moves !== null && moves.length > 0) {
    if (failed.length === moves.length)
      return {
        flag: readFlag(true, `All ${moves.length} simulated transfers of real holders into a pool failed.`, slot, {
          evidence: failed.map(({ owner }) => owner),
        }),
        score: 100,
      }
    const how = `${moves.length - failed.length} of ${moves.length} simulated transfers of real holders into a pool passed.`
    return {
      flag: readFlag(false, how, slot, { evidence: frozen }),
      score: frozenFirst ? 100 : frozen.length > 0 ? Math.min(90, 60 + 5 * frozen.length) : extensions.hook?.program ? 30 : 0,
    }
  }
  // Only the token program handles transfers of such a mint, and no authority can block them.
  const { pause_authority: pauseAuthority, transfer_hook_authority: hookAuthority } = extensions.authorities
  const free =
    mint.freezeAuthority === null && extensions.hook?.program == null && hookAuthority == null && pauseAuthority == null && frozen.length === 0
  if (free) return { flag: readFlag(false, 'Nothing in this mint can stop a transfer: no freeze authority, hook or pause.', slot), score: 0 }
  return { flag: unknownFlag('A transfer of real holders could not be simulated.'), score: null }
}
