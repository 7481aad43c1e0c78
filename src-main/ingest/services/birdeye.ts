import { z } from 'zod'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { CreatorService } from './creator-service.ts'
import { getFromService, serviceUrl } from './get.ts'

/**
 * The Birdeye API: `GET {base}/defi/token_creation_info?address=…` with the headers `X-API-KEY` and `x-chain` answers
 * `{ success: true, data: { tokenAddress, owner, txHash, slot, … } }`; `owner` is the wallet that created the token.
 * Source: docs.birdeye.so/docs/token-creation-time and docs.birdeye.so/reference/creation-trending.
 */

const CHAINS: Readonly<Partial<Record<NetworkId, string>>> = { sol: 'solana', eth: 'ethereum', base: 'base', bsc: 'bsc' }

const answer = z.object({ success: z.literal(true), data: z.object({ tokenAddress: z.string(), owner: z.string() }) })

export const birdeye: CreatorService = {
  id: 'birdeye',
  async readCreator({ url, key }, { network, address }, signal) {
    const headers = { 'x-chain': CHAINS[network] ?? '', ...(key === null ? {} : { 'x-api-key': key }) }
    const { value } = await getFromService(serviceUrl(url, '/defi/token_creation_info', { address }), headers, signal)
    const parsed = answer.safeParse(value)
    if (!parsed.success) return null
    const { tokenAddress, owner } = parsed.data.data
    return tokenAddress.toLowerCase() === address.toLowerCase() ? owner : null
  },
}
