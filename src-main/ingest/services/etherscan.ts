import { z } from 'zod'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { CreatorService } from './creator-service.ts'
import { getFromService, serviceUrl } from './get.ts'

/**
 * The Etherscan API: `GET {base}?chainid=1&module=contract&action=getcontractcreation&contractaddresses=0x…&apikey=…` answers `{ status: "1", result:
 * [{ contractAddress, contractCreator, txHash, … }] }`, or `status: "0"` with a message if it knows none or refuses. Blockscout accepts the same
 * query, also without a key. The creator is the sender of the creating transaction, or with some explorers the factory that deployed the contract.
 * Sources: docs.etherscan.io/api-reference/endpoint/getcontractcreation; docs.blockscout.com, RPC API.
 */

const answer = z.object({
  status: z.literal('1'),
  result: z.array(z.object({ contractAddress: z.string(), contractCreator: z.string() })).max(5),
})

export const etherscan: CreatorService = {
  id: 'etherscan',
  async readCreator({ url, key }, { network, address }, signal) {
    const query = {
      chainid: String(NETWORKS[network].chainId),
      module: 'contract',
      action: 'getcontractcreation',
      contractaddresses: address,
      ...(key === null ? {} : { apikey: key }),
    }
    const { value } = await getFromService(serviceUrl(url, '', query), {}, signal)
    const parsed = answer.safeParse(value)
    if (!parsed.success) return null
    return parsed.data.result.find(({ contractAddress }) => contractAddress.toLowerCase() === address)?.contractCreator ?? null
  },
}
