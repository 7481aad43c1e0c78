/** Addresses as people compare them: the first three and the last three characters. */

const HEAD = 3
const TAIL = 3
const SHORTEST_CUT = 12

/** `4fT…9xk`, `0x1f9…984`, and for a Sui coin type `0x5d4…cf3::sui::SUI`. */
export function shortAddress(address: string): string {
  const [pack = address, ...names] = address.split('::')
  const head = pack.startsWith('0x') ? HEAD + 2 : HEAD
  const cut = pack.length > SHORTEST_CUT ? `${pack.slice(0, head)}…${pack.slice(-TAIL)}` : pack
  return [cut, ...names].join('::')
}

/** A hue for this address, the same wherever it is drawn. 0 to 359. */
export function avatarHue(address: string): number {
  return hash(address) % 360
}

/** Which of the eight cells around the centre of the avatar are filled, as bits. Never none, never all. */
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
