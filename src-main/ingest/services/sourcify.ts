import { z } from 'zod'
import type { Address } from '../../../src-shared/domain/address.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import type { SourceAnswer, SourceFunction } from '../../chains/security/facts.ts'
import { AppError } from '../../lib/app-error.ts'
import type { ServiceAccess } from '../../config/config.ts'
import { getFromService, serviceUrl } from './get.ts'

/**
 * Verified source by Sourcify's API v2: `GET {base}/v2/contract/{chainId}/{address}?fields=abi`. 200 means that the source matches
 * ("exact_match", or "match" without the metadata). 404 with the same body and `match: null` means that it does not know the contract.
 * Source: services/server/src/apiv2.yaml of ethereum/sourcify, and docs.sourcify.dev.
 */

const matched = z.enum(['match', 'exact_match']).nullable()
const contract = z.object({ match: matched, chainId: z.string(), address: z.string(), abi: z.unknown().optional() })

const NAME = /^[A-Za-z_]\w{0,63}$/
const BITS = Array.from({ length: 32 }, (_, i) => 8 * (i + 1)).join('|')
/** ABI types with valid sizes, because signatures are later encoded with them. */
const TYPE = new RegExp(`^(?:u?int(?:${BITS})|address|bool|bytes(?:[1-9]|[12]\\d|3[0-2])?|string|tuple)(?:\\[\\d{0,4}\\]){0,3}$`)
const MAX_ENTRIES = 1_000
const MAX_INPUTS = 32
const MAX_DEPTH = 4

const input = z.object({ type: z.string().regex(TYPE), components: z.array(z.unknown()).max(MAX_INPUTS).optional() })
const abiFunction = z.object({
  type: z.literal('function'),
  name: z.string().regex(NAME),
  inputs: z.array(z.unknown()).max(MAX_INPUTS),
  stateMutability: z.enum(['pure', 'view', 'nonpayable', 'payable']),
})

export async function readVerifiedSource(access: ServiceAccess, network: NetworkId, address: Address, signal: AbortSignal): Promise<SourceAnswer> {
  const chainId = String(NETWORKS[network].chainId)
  const url = serviceUrl(access.url, `/v2/contract/${chainId}/${address}`, { fields: 'abi' })
  try {
    const { status, value } = await getFromService(url, {}, signal)
    const parsed = contract.safeParse(value)
    const isAboutIt = parsed.success && parsed.data.chainId === chainId && parsed.data.address.toLowerCase() === address
    if (!isAboutIt || (status !== 200 && status !== 404))
      return { verified: null, why: `${url.host} answered with status ${status}, and not about this contract.` }
    const { match, abi } = parsed.data
    return match === null
      ? { verified: false, service: url.host }
      : { verified: true, service: url.host, exact: match === 'exact_match', functions: functionsOf(abi) }
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    return { verified: null, why: error.message }
  }
}

/** Functions of an ABI as canonical signatures, without entries that are invalid; null if no ABI was given. */
function functionsOf(abi: unknown): readonly SourceFunction[] | null {
  if (!Array.isArray(abi)) return null
  return abi.slice(0, MAX_ENTRIES).flatMap((entry) => {
    const parsed = abiFunction.safeParse(entry)
    if (!parsed.success) return []
    const { name, inputs, stateMutability } = parsed.data
    const types = canonical(inputs, MAX_DEPTH)
    return types === null ? [] : [{ signature: `${name}(${types})`, reads: stateMutability === 'view' || stateMutability === 'pure' }]
  })
}

/** The types of a canonical signature; null for invalid inputs, and for tuples nested deeper than in any token's ABI. */
function canonical(inputs: readonly unknown[], depth: number): string | null {
  const types = inputs.map((entry) => {
    const parsed = input.safeParse(entry)
    if (!parsed.success || depth === 0) return null
    const { type, components = [] } = parsed.data
    if (!type.startsWith('tuple')) return type
    const inner = canonical(components, depth - 1)
    return inner === null ? null : `(${inner})${type.slice('tuple'.length)}`
  })
  return types.includes(null) ? null : types.join(',')
}
