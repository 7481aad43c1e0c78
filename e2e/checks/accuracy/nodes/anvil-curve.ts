import { getContractAddress, parseUnits, type Hex } from 'viem'
import type { Contract, DevChain, Sender } from '../../../fixtures/anvil/chain.ts'
import { ownArtifact } from '../../../fixtures/anvil/uniswap.ts'
import { launchpadsOf } from '../../../../src-main/chains/evm/venues/launchpads.ts'
import { encodeCall, type Call, type Market } from './anvil-market.ts'

/** Our own bonding curve at the address of a listed launchpad, so the app takes its events for the launchpad's. */

const SUPPLY = parseUnits('1000000000', 18)
/** Virtual coin reserve, which prices the first token. */
const FIRST_COINS = parseUnits('30', 18)

export async function deployCurve(chain: DevChain, deployer: Sender): Promise<Contract> {
  const [address] = launchpadsOf('eth').keys()
  if (address === undefined) throw new Error('resources/dex lists no launchpad of Ethereum')
  const { address: built, abi } = await chain.deploy(deployer, ownArtifact('LaunchCurve'), [])
  await chain.rpc('anvil_setCode', [address, await chain.rpc('eth_getCode', [built, 'latest'])])
  return { address: address as string as Hex, abi }
}

/** The launchpad's call that creates the token and puts all of it up for sale. */
export const encodeLaunch = (curve: Contract, { name, symbol }: { readonly name: string; readonly symbol: string }): Call =>
  encodeCall(curve, 'createToken', [name, symbol, SUPPLY, FIRST_COINS])

/** The next token that the launchpad will create. */
export async function nextToken(chain: DevChain, { address }: Contract): Promise<Contract> {
  const nonce = BigInt((await chain.rpc('eth_getTransactionCount', [address, 'latest'])) as Hex)
  return { address: getContractAddress({ from: address, nonce }).toLowerCase() as Hex, abi: ownArtifact('LaunchToken').abi }
}

export function marketOnCurve(curve: Contract, token: Contract): Market {
  return {
    spenders: { deposit: curve, sale: curve },
    create: () => {
      throw new Error('A launchpad has no empty pools')
    },
    deposit: () => [],
    buy: (receiver, coins) => encodeCall(curve, 'buyToken', [token.address, receiver], coins),
    sell: (_seller, tokens) => encodeCall(curve, 'sellToken', [token.address, tokens]),
  }
}
