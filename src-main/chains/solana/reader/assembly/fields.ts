import { FIELD_LENGTHS, FIELD_PLACES, FIELD_TEXTS, MASKS } from './layout'
import { COLON, odd, pass, space, text, textEnd } from './scan'

/** Names of fields that anything is read of, in the order of the list below. */
export const enum Field {
  none,
  jsonrpc,
  result,
  error,
  blockhash,
  transactions,
  parentSlot,
  blockTime,
  slot,
  transactionIndex,
  indexWithinBlock,
  meta,
  transaction,
  err,
  fee,
  preBalances,
  postBalances,
  preTokenBalances,
  postTokenBalances,
  innerInstructions,
  logMessages,
  loadedAddresses,
  writable,
  readonly,
  signatures,
  message,
  accountKeys,
  header,
  numRequiredSignatures,
  instructions,
  pubkey,
  signer,
  index,
  programIdIndex,
  programId,
  accounts,
  data,
  parsed,
  stackHeight,
  info,
  type,
  accountIndex,
  mint,
  owner,
  uiTokenAmount,
  amount,
  decimals,
  source,
  destination,
  authority,
  multisigAuthority,
  account,
  lamports,
  tokenAmount,
  feeAmount,
}

const NAMES =
  'jsonrpc result error blockhash transactions parentSlot blockTime slot transactionIndex indexWithinBlock meta transaction err fee ' +
  'preBalances postBalances preTokenBalances postTokenBalances innerInstructions logMessages loadedAddresses writable readonly signatures message ' +
  'accountKeys header numRequiredSignatures instructions pubkey signer index programIdIndex programId accounts data parsed stackHeight ' +
  'info type accountIndex mint owner uiTokenAmount amount decimals source destination authority multisigAuthority account lamports ' +
  'tokenAmount feeAmount '

const PLACES: usize = 512
const TEXT_BYTES: usize = 32

export function learnFields(): void {
  memory.fill(MASKS, 0xff, TEXT_BYTES)
  let id: u8 = 1
  let from = 0
  for (let i = 0; i < NAMES.length; i++) {
    if (NAMES.charCodeAt(i) != 0x20) continue
    const at = FIELD_TEXTS + <usize>id * TEXT_BYTES
    for (let k = from; k < i; k++) store<u8>(at + (k - from), <u8>NAMES.charCodeAt(k))
    const length = <usize>(i - from)
    store<u8>(FIELD_LENGTHS + id, <u8>length)
    let place = placeOf(at, length)
    while (load<u8>(FIELD_PLACES + place) != 0) place = (place + 1) & (PLACES - 1)
    store<u8>(FIELD_PLACES + place, id)
    id++
    from = i + 1
  }
}

function placeOf(at: usize, length: usize): usize {
  return (length * 29 + <usize>load<u8>(at) * 7 + <usize>load<u8>(at + (length >> 1)) * 17 + <usize>load<u8>(at + length - 1) * 3) & (PLACES - 1)
}

/** The field that the text passed last (its opening quote at `start`) names. */
function fieldOf(start: usize): Field {
  const at = start + 1
  const length = textEnd - at
  if (odd) unreachable()
  if (length == 0 || length > TEXT_BYTES) return Field.none
  let place = placeOf(at, length)
  while (true) {
    const id = <usize>load<u8>(FIELD_PLACES + place)
    if (id == 0) return Field.none
    if (<usize>load<u8>(FIELD_LENGTHS + id) == length && same(at, FIELD_TEXTS + id * TEXT_BYTES, length)) return <Field>id
    place = (place + 1) & (PLACES - 1)
  }
}

function same(at: usize, known: usize, length: usize): bool {
  const mask = MASKS + TEXT_BYTES - length
  const low = v128.xor(v128.and(v128.load(at), v128.load(mask)), v128.load(known))
  if (length <= 16) return !v128.any_true(low)
  const high = v128.xor(v128.and(v128.load(at, 16), v128.load(mask, 16)), v128.load(known, 16))
  return !v128.any_true(v128.or(low, high))
}

/** The field of the key passed last. */
export let field: Field = Field.none

/** Passes a key and its colon. The same known field twice in an object is nobody's answer: `seen` has a bit for each. */
export function key(at: usize, seen: u64): usize {
  const behind = text(at)
  field = fieldOf(at)
  if (field != Field.none && ((seen >> (<u64>field)) & 1) != 0) unreachable()
  return space(pass(space(behind), COLON))
}

export function bit(id: Field): u64 {
  return (<u64>1) << (<u64>id)
}
