import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { AccountKind, Balance } from '../../../../src-shared/domain/token.ts'
import { isOnCurve } from '../encoding/curve.ts'
import { SYSTEM_PROGRAM } from '../encoding/addresses.ts'
import { readAccounts } from '../rpc/accounts.ts'
import type { SolanaNode } from '../rpc/node.ts'

/** Current lamports of addresses. An address without an account holds none. */
export async function readNativeBalances(node: SolanaNode, addresses: readonly Address[], signal: AbortSignal): Promise<Balance[]> {
  const accounts = await readAccounts(node, addresses, signal, { offset: 0, length: 0 })
  return addresses.map((address, i) => ({ address, raw: BigInt(accounts[i]?.lamports ?? 0) }))
}

/** An address is a wallet if it is on the curve and not owned by a program. A program controls every other address. */
export async function readAccountKinds(node: SolanaNode, addresses: readonly Address[], signal: AbortSignal): Promise<Map<Address, AccountKind>> {
  const accounts = await readAccounts(node, addresses, signal, { offset: 0, length: 0 })
  return new Map(
    addresses.map((address, i) => {
      const account = accounts[i] ?? null
      const owned = account !== null && (account.executable || account.program !== SYSTEM_PROGRAM)
      return [address, isOnCurve(address) && !owned ? 'wallet' : 'contract']
    }),
  )
}

/** The programs that own accounts, without the system program, which owns those of wallets and of addresses that programs only sign for. */
export async function readAccountPrograms(node: SolanaNode, addresses: readonly Address[], signal: AbortSignal): Promise<Map<Address, Address>> {
  const accounts = await readAccounts(node, addresses, signal, { offset: 0, length: 0 })
  return new Map(
    addresses.flatMap((address, i) => {
      const program = accounts[i]?.program ?? SYSTEM_PROGRAM
      return program === SYSTEM_PROGRAM ? [] : [[address, trustedAddress(program)]]
    }),
  )
}
