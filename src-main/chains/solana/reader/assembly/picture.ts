import { lowest } from './names'

/** The picture is written upwards behind the input, while references to names are written from the end of memory down. */

export let out: usize = 0

export function startPicture(at: usize): void {
  out = (at + 7) & ~7
}

/** Room for some bytes, of whole words. */
export function take(bytes: usize): usize {
  const at = out
  out = at + ((bytes + 7) & ~7)
  if (out > lowest) unreachable()
  return at
}

/** The same, full of zeros. */
export function takeEmpty(bytes: usize): usize {
  const row = take(bytes)
  for (let at = row; at < out; at += 8) store<u64>(at, 0)
  return row
}
