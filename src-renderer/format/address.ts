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

export function explorerAddress(network: NetworkId, address: string): string {
  return NETWORKS[network].explorer.address.replace('{address}', encodeURIComponent(address))
}
