/**
 * 48 bits of a text, to find a transaction by. An index over these takes a seventh of the room of one over the 66 to
 * 88 characters of a transaction id, and half the time to fill. Two texts may share one: readers compare the text too.
 *
 * Two multiplicative hashes with Knuth's and Murmur's odd constants run side by side. The result is on disk: never change it.
 */
export function fingerprint(text: string): number {
  let high = 0x9e3779b1
  let low = 0x85ebca6b
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 0x9e3779b1)
    low = Math.imul(low ^ unit, 0xc2b2ae35)
    high ^= high >>> 15
    low ^= low >>> 13
  }
  return (high >>> 16) * 2 ** 32 + (low >>> 0)
}
