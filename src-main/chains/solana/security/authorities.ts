import { base58 } from '@scure/base'
import known from '../../../../resources/scan/solana-authorities.json' with { type: 'json' }
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { answeredOrNull } from '../../rpc/answered.ts'
import type { PowerHolder } from '../../security/facts.ts'
import { ByteReader } from '../encoding/byte-reader.ts'
import { isOnCurve } from '../encoding/curve.ts'
import { isTokenProgram, SYSTEM_PROGRAM } from '../encoding/addresses.ts'
import { MULTISIG_BYTES } from '../reading/holders/token-rows.ts'
import { readHistory } from '../reading/transactions/history.ts'
import { programAddress } from '../encoding/program-address.ts'
import { fetchTransaction } from '../reading/transactions/transactions.ts'
import { readAccounts, type ChainAccount } from '../rpc/accounts.ts'
import type { SolanaNode } from '../rpc/node.ts'

/** Number of authorities to test as multisig vaults, and of newest transactions to read for each. */
const MAX_VAULTS = 4
const TRANSACTIONS_PER_VAULT = 3
/** Number of vault indexes to try, from zero. */
const VAULTS_PER_MULTISIG = 8
/** A multisig with a threshold of one is controlled by a single key. */
const MIN_THRESHOLD = 2

/** Classifies addresses as wallet, multisig or program-controlled. */
export async function classifyAuthorities(node: SolanaNode, addresses: readonly string[], signal: AbortSignal): Promise<Map<string, PowerHolder>> {
  const accounts = await readAccounts(node, addresses, signal)
  const kinds = addresses.map((address, i) => authorityKind(address, accounts[i] ?? null))
  const unowned = addresses.filter((_, i) => kinds[i] === 'contract' && (accounts[i]?.program ?? SYSTEM_PROGRAM) === SYSTEM_PROGRAM)
  const vaults = await Promise.all(
    unowned.slice(0, MAX_VAULTS).map(async (address) => ((await answeredOrNull(isVault(node, address, signal), signal)) === true ? address : null)),
  )
  return new Map(
    addresses.map((address, i) => [
      address,
      { address: trustedAddress(address), kind: vaults.includes(address) ? 'multisig' : (kinds[i] ?? 'unknown') },
    ]),
  )
}

function authorityKind(address: string, account: ChainAccount | null): PowerHolder['kind'] {
  if (account !== null && isTokenProgram(account.program) && account.data.length === MULTISIG_BYTES)
    return oneKeySigns(account.data) ? 'contract' : 'multisig'
  const multisig = account === null ? undefined : known.multisigs.find(({ program }) => program === account.program)
  if (multisig !== undefined && account !== null) return needsSeveral(account, multisig) ? 'multisig' : 'contract'
  const owned = account !== null && account.program !== SYSTEM_PROGRAM
  return isOnCurve(address) && !owned ? 'wallet' : 'contract'
}

const KEYS_AT = 3
const KEY_BYTES = 32

/**
 * Whether one key can sign for a `Multisig` of the token programs: the number of signatures, that of the signers, and their keys. A key that is listed
 * several times signs as often (`validate_owner` in https://github.com/solana-program/token-2022/blob/main/program/src/processor.rs).
 */
function oneKeySigns(data: Uint8Array): boolean {
  const [needed = 0, signers = 0] = data
  const keys = Array.from({ length: signers }, (_, i) => base58.encode(data.subarray(KEYS_AT + KEY_BYTES * i, KEYS_AT + KEY_BYTES * (i + 1))))
  return keys.some((key) => keys.filter((other) => other === key).length >= needed) || needed < MIN_THRESHOLD
}

/**
 * Whether no key alone controls a multisig. Its config authority may change members and threshold without them (`config_authority` in
 * https://github.com/Squads-Protocol/v4/blob/main/programs/squads_multisig_program/src/state/multisig.rs).
 */
function needsSeveral({ data }: ChainAccount, { thresholdAt, configAuthorityAt }: (typeof known.multisigs)[number]): boolean {
  const threshold = (data[thresholdAt] ?? 0) | ((data[thresholdAt + 1] ?? 0) << 8)
  const isControlled = configAuthorityAt !== undefined && new ByteReader(data, configAuthorityAt).pubkey() !== SYSTEM_PROGRAM
  return threshold >= MIN_THRESHOLD && !isControlled
}

/**
 * A multisig's vault is a derived address that only the system program owns. The multisig appears in the vault's transactions, and
 * deriving the vault's address from it proves that only the multisig program can sign for the vault.
 */
async function isVault(node: SolanaNode, address: string, signal: AbortSignal): Promise<boolean> {
  const history = { address, from: 0, to: Number.MAX_SAFE_INTEGER, pages: 1, firstPage: TRANSACTIONS_PER_VAULT }
  const { mentions } = await readHistory(node.rpc, history, signal)
  const newest = await Promise.all(
    mentions.slice(-TRANSACTIONS_PER_VAULT).map(({ signature }) => fetchTransaction(node, { signature, index: 0 }, signal)),
  )
  const named = new Set(newest.flatMap((one) => one?.accounts.map((account) => account.address) ?? []))
  const accounts = await readAccounts(node, [...named], signal)
  return accounts.some((account) => account !== null && ownsVault(account, address))
}

function ownsVault(account: ChainAccount, vault: string): boolean {
  const row = known.multisigs.find(({ program }) => program === account.program)
  if (row === undefined || !needsSeveral(account, row)) return false
  return Array.from({ length: VAULTS_PER_MULTISIG }, (_, index) => index).some(
    (index) =>
      programAddress(
        row.vaultSeeds.map((seed) => seedBytes(seed, account.address, index)),
        row.program,
      ) === vault,
  )
}

function seedBytes(seed: string, account: string, index: number): Uint8Array | string {
  if (seed === '$account') return base58.decode(account)
  if (seed === '$index8') return Uint8Array.of(index)
  if (seed === '$index32') return Uint8Array.of(index, 0, 0, 0)
  return seed
}
