import { base58 } from '@scure/base'
import { z } from 'zod'
import { sumRaw } from '../../../../src-shared/domain/amount.ts'
import { shortPercent } from '../../../../src-shared/domain/shown.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { BlockRef } from '../../adapter.ts'
import { answeredOrNull } from '../../rpc/answered.ts'
import { request } from '../../rpc/request.ts'
import type { PoolLiquidity, SecurityFacts, SecurityQuery } from '../../security/facts.ts'
import { knownLiquidity } from '../../security/known-liquidity.ts'
import { openParts } from '../../security/parts.ts'
import { isOnCurve } from '../encoding/curve.ts'
import { listTokenAccounts } from '../reading/holders/list-token-accounts.ts'
import { followPointer, METADATA_PROGRAM, readMetaplexMetadata, readMintAccount, type MintAccount } from '../reading/token/mint-account.ts'
import { programAddress } from '../encoding/program-address.ts'
import { ownerIn, readAccounts } from '../rpc/accounts.ts'
import { readEpoch } from '../rpc/epoch.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'
import { classifyAuthorities } from './authorities.ts'
import { deepestPools } from './deepest-pools.ts'
import { decodeExtensions, FROZEN, readMetaplexAuthority } from './extensions.ts'
import { solanaFacts } from './facts.ts'
import { readDammV1Pools } from './lp-tokens/damm-v1.ts'
import { splitEscrows } from './lp-tokens/escrows.ts'
import { lockedPart, quoteIn, readCurve, readLpPool, type LpPool } from './lp-tokens/liquidity.ts'
import { splitLocks, type LpOwner } from './lp-tokens/lp-locks.ts'
import { readDepths, readsOwners } from './pool-depths.ts'
import { simulateMove, type TransferHook } from './move.ts'

const largestAnswer = z.object({ value: z.array(z.object({ address: z.string(), amount: z.string().regex(/^\d+$/) })).max(100) })
/** Number of holders whose transfers are simulated. */
const SIMULATED_HOLDERS = 3
/** Pools whose accounts are read, and those of them whose owners are. */
const MAX_POOLS = 200
const MAX_OWNED_POOLS = 12

/** Reads all accounts that the security facts of a mint need. */
export async function readSolanaSecurity(
  node: SolanaNode,
  { token, pools }: SecurityQuery,
  at: BlockRef,
  signal: AbortSignal,
): Promise<SecurityFacts> {
  const { partial, part } = openParts(signal)
  const metadataAddress = programAddress(['metadata', base58.decode(METADATA_PROGRAM), base58.decode(token)], METADATA_PROGRAM)
  const [account, metadata, ...poolAccounts] = await readAccounts(
    node,
    [token, metadataAddress, ...pools.slice(0, MAX_POOLS).map(({ address }) => address)],
    signal,
  )
  const mint = account === null || account === undefined ? null : readMintAccount(account.program, account.data)
  if (mint === null || account === null || account === undefined)
    throw new AppError('token_not_found', { message: 'There is no mint at this address.' })
  const extensions = decodeExtensions(account.data)
  const isMetaplex = metadata?.program === METADATA_PROGRAM
  const metaplex = isMetaplex ? readMetaplexAuthority(metadata.data) : null
  const named = followPointer(mint, token, { address: metadataAddress, names: isMetaplex ? readMetaplexMetadata(metadata.data) : null })
  const found = poolAccounts.filter((pool) => pool !== null)
  const allLpPools = [
    ...found.flatMap((pool) => readLpPool(pool.address, pool.program, pool.data, token) ?? []),
    ...(await readDammV1Pools(node, found, { token, now: at.time }, signal)),
  ]
  const lpPools = await deepestPools(node, allLpPools, MAX_OWNED_POOLS, signal)
  const curves = found.flatMap((pool) => readCurve(pool.address, pool.program, pool.data) ?? [])
  const keys = [mint.mintAuthority, mint.freezeAuthority, metaplex?.updateAuthority ?? null, ...Object.values(extensions.authorities)]
  const [epoch, holders, largest, lp, depths] = await Promise.all([
    part('Epoch', () => readEpoch(node.rpc, signal)),
    part('Kinds of authorities', () => classifyAuthorities(node, [...new Set(keys.filter((key) => key !== null))], signal)),
    part('Largest accounts', () => readLargest(node, token, signal)),
    part('Liquidity', () => Promise.all(lpPools.map((pool) => readLocked(node, pool, at.time, partial, signal)))),
    part('Depth of pools', () => readDepths(node, found, { token, at, partial }, signal)),
  ])
  if (lpPools.length < allLpPools.length)
    partial.push(`Of ${allLpPools.length} pools with liquidity tokens, only the owners of the ${lpPools.length} deepest were read.`)
  const deep = depths ?? []
  partial.push(...[...(lp ?? []), ...deep].flatMap(contractRemark))
  const unread = pools.length - allLpPools.length - curves.length - found.filter((pool) => readsOwners(pool.program)).length
  if (unread > 0)
    partial.push(
      `The owners of the liquidity of ${unread} of ${pools.length} pools are unknown, because this version does not read pools of that kind.`,
    )
  const unreadPools = pools.length - (poolAccounts.length - found.length) - allLpPools.length - curves.length - deep.length
  const read = lp === null || depths === null ? null : [...lp, ...curves, ...depths].sort((a, b) => (a.quoteRaw < b.quoteRaw ? 1 : -1))
  const vault = lpPools[0]?.tokenVault
  const vaults = new Set(lpPools.map(({ tokenVault }) => tokenVault))
  const people = (largest ?? []).filter((one) => one.raw > 0n && !vaults.has(one.account) && isOnCurve(one.owner)).slice(0, SIMULATED_HOLDERS)
  const moves =
    vault === undefined || people.length === 0
      ? null
      : await part('Simulated transfers', async () => {
          const hook = await readHook(node, extensions.hook?.program ?? null, token, signal)
          const { program, decimals } = mint
          return Promise.all(people.map((one) => simulateMove(node, { ...one, mint: token, to: vault, program, decimals, hook }, signal)))
        })
  return solanaFacts({
    slot: at.number,
    time: at.time,
    epoch,
    mint,
    extensions,
    metaplex,
    holders: holders ?? new Map(),
    largest,
    moves: moves?.filter((move) => move !== null) ?? null,
    unreadPools,
    liquidity: read === null ? null : knownLiquidity(read, unreadPools),
    uri: named.names?.uri ?? null,
    metadataElsewhere: named.elsewhere,
    partial,
  })
}

async function readHook(node: SolanaNode, program: string | null, mint: string, signal: AbortSignal): Promise<TransferHook | null> {
  if (program === null) return null
  const list = programAddress(['extra-account-metas', base58.decode(mint)], program)
  const [account] = await readAccounts(node, [list], signal)
  return { program, list, listed: account?.data ?? null }
}

interface LargeAccount {
  readonly account: string
  readonly owner: string
  readonly frozen: boolean
  readonly raw: bigint
}

/** The largest token accounts with their owners. Nodes list twenty. */
async function readLargest(node: SolanaNode, mint: string, signal: AbortSignal): Promise<LargeAccount[]> {
  const { value } = await request(node.rpc, largestAnswer, 'getTokenLargestAccounts', [mint, { commitment: COMMITMENT }], signal)
  const accounts = await readAccounts(
    node,
    value.map(({ address }) => address),
    signal,
  )
  return value.flatMap(({ address, amount }, i) => {
    const account = accounts[i]
    const owner = account == null ? null : ownerIn(account)
    return account == null || owner === null ? [] : [{ account: address, owner, frozen: account.data[108] === FROZEN, raw: BigInt(amount) }]
  })
}

async function readLocked(node: SolanaNode, pool: LpPool, now: number, partial: string[], signal: AbortSignal): Promise<PoolLiquidity> {
  const [lpAccount, vault] = await readAccounts(node, [pool.lpMint, pool.quoteVault], signal)
  const lp = lpAccount === null || lpAccount === undefined ? null : readMintAccount(lpAccount.program, lpAccount.data)
  // A closed LP mint has no supply left, so all of it is burned.
  const owners = lp === null ? [] : await readLpOwners(node, pool.lpMint, lp, signal)
  if (owners !== null && lp !== null && sumRaw(owners.map(({ raw }) => raw)) < lp.supply)
    partial.push(`Only the largest accounts of the liquidity tokens of ${pool.pool} are known, because the endpoint does not list all of them.`)
  const quoteRaw = quoteIn(pool, vault)
  if (owners === null) return lockedPart(pool, quoteRaw, lp?.supply ?? 0n, null)
  const dated = await splitLocks(node, pool, owners, now, signal)
  const split = await splitEscrows(node, pool, dated.owners, now, signal)
  return lockedPart(pool, quoteRaw, lp?.supply ?? 0n, split.owners, [...dated.locks, ...split.locks])
}

/** A locker or a farm owns liquidity by a derived address. */
function contractRemark({ pool, largestFreeOwner: owner, largestFreePct: part }: PoolLiquidity): readonly string[] {
  if (owner === null || part === null || isOnCurve(owner)) return []
  return [`${shortPercent(part)} of the liquidity of ${pool} is held by the contract ${owner}, whose code decides who may withdraw it.`]
}

/** The largest accounts, or all if the largest do not hold the whole supply; null if the node lists neither. */
async function readLpOwners(
  node: SolanaNode,
  mint: string,
  { program, supply }: MintAccount,
  signal: AbortSignal,
): Promise<readonly LpOwner[] | null> {
  const largest = await answeredOrNull(readLargest(node, mint, signal), signal)
  if (largest !== null && sumRaw(largest.map(({ raw }) => raw)) === supply) return largest
  return (await answeredOrNull(listTokenAccounts(node, program, mint, signal), signal))?.owned ?? largest
}
