import type { Address } from '../../../../src-shared/domain/address.ts'
import type { AccountKind } from '../../../../src-shared/domain/token.ts'
import { isOnCurve } from '../curve.ts'
import { SYSTEM_PROGRAM } from '../ids.ts'
import { readAccounts } from '../rpc/accounts.ts'
import type { SolanaNode } from '../rpc/node.ts'

/** A key pair can only stand behind a point of the curve that no program owns; everything else is moved by programs. */
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
