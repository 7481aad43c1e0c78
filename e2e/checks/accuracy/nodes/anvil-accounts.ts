import type { Hex } from 'viem'
import { account, type DevChain, type Sender } from '../../../fixtures/anvil/chain.ts'
import { accountOfOwner, deployOperations, encodeOperations } from '../../../fixtures/anvil/user-operations.ts'
import type { Call } from './anvil-market.ts'

/** The smart accounts of a script, each owned by the key of its name. */
export interface OpenAccounts {
  at(name: string): Hex | undefined
  /** A bundler's call that executes the given calls of each account. */
  encode(calls: ReadonlyMap<string, readonly Call[]>, beneficiary: Hex): Promise<Call>
}

export async function openAccounts(chain: DevChain, deployer: Sender, names: readonly string[]): Promise<OpenAccounts> {
  const operations = await deployOperations(chain, deployer)
  const addresses = new Map<string, Hex>()
  for (const name of names) addresses.set(name, await accountOfOwner(chain, operations, account(name).address))
  const nonces = new Map<string, bigint>()
  return {
    at: (name) => addresses.get(name),
    async encode(calls, beneficiary) {
      const wanted = [...calls].map(([name, own]) => {
        const nonce = nonces.get(name) ?? 0n
        nonces.set(name, nonce + 1n)
        return { owner: account(name), nonce, calls: own.map(({ target, value, data }) => ({ target: target as Hex, value, data })) }
      })
      return { target: operations.entryPoint.address, value: 0n, data: await encodeOperations(chain, operations, wanted, beneficiary) }
    },
  }
}
