import { isMoveType, isPoolId } from '../../src-shared/domain/address.ts'
import { NETWORKS, type NetworkId } from '../../src-shared/networks.ts'
export { shortAddress } from '../../src-shared/domain/shown.ts'

/** Hue of an address, 0 to 359. */
export function avatarHue(address: string): number {
  return hash(address) % 360
}

/** Bits of the eight outer avatar cells that are filled. Never none, and never all. */
export function avatarCells(address: string): number {
  const bits = (hash(`${address}#`) >>> 8) & 0xff
  return bits === 0 || bits === 0xff ? 0x5a : bits
}

/** FNV-1a, 32 bit. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    value ^= text.charCodeAt(i)
    value = Math.imul(value, 0x01000193)
  }
  return value >>> 0
}

/** The explorer's page of an address, or of a coin type on Sui. */
export function explorerAddress(network: NetworkId, address: string): string {
  const { explorer } = NETWORKS[network]
  return pageOf(isMoveType(address) ? explorer.token : explorer.address, address)
}

/** Null for a pool id, which is no address and has no page. */
export function explorerPool(network: NetworkId, pool: string): string | null {
  return isPoolId(network, pool) ? null : pageOf(NETWORKS[network].explorer.pool, pool)
}

const pageOf = (form: string, address: string): string => form.replace('{address}', encodeURIComponent(address))
