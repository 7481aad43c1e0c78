import { base58 } from '@scure/base'
import known from '../../../../resources/scan/solana-authorities.json' with { type: 'json' }
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { PowerHolder } from '../../security/facts.ts'
import { isOnCurve } from '../curve.ts'
import { isTokenProgram, SYSTEM_PROGRAM } from '../ids.ts'
import { readHistory } from '../reading/history.ts'
import { programAddress } from '../reading/program-address.ts'
import { askForTransaction } from '../reading/transactions.ts'
import { readAccounts, type ChainAccount } from '../rpc/accounts.ts'
import type { SolanaNode } from '../rpc/node.ts'

/** spl-token's own multisig accounts. */
const MULTISIG_BYTES = 355
/** Authorities that may be vaults are looked at with their newest transactions. */
const MOST_VAULTS = 4
const LOOKED_AT = 3
/** Vaults of one multisig are numbered from zero. */
const VAULTS_A_MULTISIG = 8
/** With one signature, a multisig is one person's key. */
const SEVERAL = 2

/** What stands behind addresses: a key, a multisig, or a program. */
export async function readHolders(node: SolanaNode, addresses: readonly string[], signal: AbortSignal): Promise<Map<string, PowerHolder>> {
  const accounts = await readAccounts(node, addresses, signal)
  const kinds = addresses.map((address, i) => kindOf(address, accounts[i] ?? null))
  const unowned = addresses.filter((_, i) => kinds[i] === 'contract' && (accounts[i]?.program ?? SYSTEM_PROGRAM) === SYSTEM_PROGRAM)
  const vaults = await Promise.all(unowned.slice(0, MOST_VAULTS).map(async (address) => ((await isVault(node, address, signal)) ? address : null)))
  return new Map(
    addresses.map((address, i) => [
      address,
      { address: trustedAddress(address), kind: vaults.includes(address) ? 'multisig' : (kinds[i] ?? 'unknown') },
    ]),
  )
}

function kindOf(address: string, account: ChainAccount | null): PowerHolder['kind'] {
  if (account !== null && isTokenProgram(account.program) && account.data.length === MULTISIG_BYTES) return 'multisig'
  const multisig = account === null ? undefined : known.multisigs.find(({ program }) => program === account.program)
  if (multisig !== undefined && account !== null) return thresholdOf(account, multisig.thresholdAt) >= SEVERAL ? 'multisig' : 'contract'
  const owned = account !== null && account.program !== SYSTEM_PROGRAM
  return isOnCurve(address) && !owned ? 'wallet' : 'contract'
}

const thresholdOf = ({ data }: ChainAccount, at: number): number => (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8)

/**
 * A vault of a multisig is an address without an owner of its own. The multisig stands in the vault's transactions, and that it is
 * the vault's is proven by deriving the one from the other: nobody but the multisig program can sign for it.
 */
async function isVault(node: SolanaNode, address: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { mentions } = await readHistory(node, { address, from: 0, to: Number.MAX_SAFE_INTEGER, pages: 1, firstPage: LOOKED_AT }, signal)
    const newest = await Promise.all(mentions.slice(-LOOKED_AT).map(({ signature }) => askForTransaction(node, { signature, place: 0 }, signal)))
    const named = new Set(newest.flatMap((one) => one?.accounts.map((account) => account.address) ?? []))
    const accounts = await readAccounts(node, [...named], signal)
    return accounts.some((account) => account !== null && ownsVault(account, address))
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    return false
  }
}

function ownsVault(account: ChainAccount, vault: string): boolean {
  const row = known.multisigs.find(({ program }) => program === account.program)
  if (row === undefined || thresholdOf(account, row.thresholdAt) < SEVERAL) return false
  return Array.from({ length: VAULTS_A_MULTISIG }, (_, index) => index).some(
    (index) =>
      programAddress(
        row.vaultSeeds.map((seed) => seedOf(seed, account.address, index)),
        row.program,
      ) === vault,
  )
}

function seedOf(seed: string, account: string, index: number): Uint8Array | string {
  if (seed === '$account') return base58.decode(account)
  if (seed === '$index8') return Uint8Array.of(index)
  if (seed === '$index32') return Uint8Array.of(index, 0, 0, 0)
  return seed
}
