import { parseEther, toHex } from 'viem'
import { account, addressOf, type Contract, type DevChain, type Sender } from '../../../fixtures/anvil/chain.ts'
import { ownArtifact } from '../../../fixtures/anvil/uniswap.ts'
import type { Script } from '../script.ts'

/** The contracts of a script by name. Contracts whose deployer matters are deployed by it. */
export async function deployContracts(
  chain: DevChain,
  deployer: Sender,
  { contracts, controlled }: Pick<Script, 'contracts' | 'controlled'>,
): Promise<ReadonlyMap<string, Contract>> {
  const deployed = new Map<string, Contract>()
  for (const { contract, owner, deployer: by, sent } of controlled) {
    const sender = account(by)
    await chain.setBalance(sender.address, parseEther('1'))
    const nonce = Number(await chain.rpc('eth_getTransactionCount', [sender.address, 'latest']))
    if (nonce < sent) await chain.rpc('anvil_setNonce', [sender.address, toHex(sent)])
    const args = owner === null ? [] : [addressOf(account(owner))]
    deployed.set(contract, await chain.deploy(sender, ownArtifact(owner === null ? 'Errands' : 'OwnedVault'), args))
  }
  for (const name of contracts) if (!deployed.has(name)) deployed.set(name, await chain.deploy(deployer, ownArtifact('Errands'), []))
  return deployed
}
