import { Field, bit, field, key } from './fields'
import { readInstructions, rows } from './instruction'
import { readLogs } from './logs'
import { readName, readSpan, reference, spanKind } from './names'
import { amount, isAmount } from './parsed'
import { out, take } from './picture'
import { OPEN_LIST, OPEN_OBJECT, count, countUpTo, ended, enter, follow, isNull, plainText, skip, textEnd, whole } from './scan'
import { Key, Tx } from './transaction-row'

/** A recorded balance in the picture, by byte. */
const enum Balance {
  account = 0,
  decimals = 4,
  /** A reference. */
  mint = 8,
  /** Where the owner's name stands (0 for none), then its length. */
  owner = 12,
  amount = 24,
  bytes = 32,
}

/** The inner instructions of an outer one, by byte; they follow. */
export const enum Group {
  end = 0,
  outer = 4,
  count = 8,
  bytes = 16,
}

const MOST_BALANCES: u32 = 1024
const LARGEST_DECIMALS: u32 = 0x7fff_ffff
const MOST_OUTER: u32 = 0xffff

export function readMeta(tx: usize, start: usize): usize {
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    at = follow(readField(tx, at), OPEN_OBJECT)
  }
  return at
}

function readField(tx: usize, at: usize): usize {
  switch (field) {
    case Field.err:
      if (!isNull(at)) store<u32>(tx + Tx.failed, 1)
      return skip(at)
    case Field.fee:
      at = count(at)
      store<f64>(tx + Tx.fee, <f64>(<i64>whole))
      return at
    case Field.preBalances:
      return isNull(at) ? at + 4 : readLamports(tx + Tx.lamportsBefore, at)
    case Field.postBalances:
      return isNull(at) ? at + 4 : readLamports(tx + Tx.lamportsAfter, at)
    case Field.preTokenBalances:
      return isNull(at) ? at + 4 : readBalances(tx + Tx.balancesBefore, at)
    case Field.postTokenBalances:
      return isNull(at) ? at + 4 : readBalances(tx + Tx.balancesAfter, at)
    case Field.innerInstructions:
      return isNull(at) ? at + 4 : readGroups(tx + Tx.groups, at)
    case Field.logMessages:
      return isNull(at) ? at + 4 : readLogs(tx + Tx.logs, at)
    case Field.loadedAddresses:
      return isNull(at) ? at + 4 : readLoaded(tx, at)
    default:
      return skip(at)
  }
}

/** Doubles. */
function readLamports(into: usize, start: usize): usize {
  store<u32>(into, <u32>out)
  let found: u32 = 0
  let at = enter(start, OPEN_LIST)
  while (!ended) {
    at = count(at)
    store<f64>(take(8), <f64>(<i64>whole))
    found++
    at = follow(at, OPEN_LIST)
  }
  store<u32>(into, found, 4)
  return at
}

function readBalances(into: usize, start: usize): usize {
  store<u32>(into, <u32>out)
  let found: u32 = 0
  let at = enter(start, OPEN_LIST)
  while (!ended) {
    at = follow(readBalance(at), OPEN_LIST)
    found++
  }
  if (found > MOST_BALANCES) unreachable()
  store<u32>(into, found, 4)
  return at
}

function readBalance(start: usize): usize {
  const row = take(Balance.bytes)
  store<u32>(row + Balance.owner, 0)
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    switch (field) {
      case Field.accountIndex:
        at = countUpTo(at, MOST_BALANCES - 1)
        store<u32>(row + Balance.account, <u32>whole)
        break
      case Field.mint:
        at = readName(at)
        store<u32>(row + Balance.mint, reference)
        break
      case Field.owner:
        at = isNull(at) ? at + 4 : readPlace(row + Balance.owner, at)
        break
      case Field.uiTokenAmount:
        at = readAmount(row, at)
        break
      default:
        at = skip(at)
    }
    at = follow(at, OPEN_OBJECT)
  }
  const needed = bit(Field.accountIndex) | bit(Field.mint) | bit(Field.uiTokenAmount)
  if ((seen & needed) != needed) unreachable()
  return at
}

function readAmount(row: usize, start: usize): usize {
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    if (field == Field.amount) {
      const from = at + 1
      at = plainText(at)
      if (!isAmount(from, textEnd)) unreachable()
      store<u64>(row + Balance.amount, amount)
    } else if (field == Field.decimals) {
      at = countUpTo(at, LARGEST_DECIMALS)
      store<u32>(row + Balance.decimals, <u32>whole)
    } else at = skip(at)
    at = follow(at, OPEN_OBJECT)
  }
  const needed = bit(Field.amount) | bit(Field.decimals)
  if ((seen & needed) != needed) unreachable()
  return at
}

function readGroups(into: usize, start: usize): usize {
  store<u32>(into, <u32>out)
  let found: u32 = 0
  let at = enter(start, OPEN_LIST)
  while (!ended) {
    at = follow(readGroup(at), OPEN_LIST)
    found++
  }
  store<u32>(into, found, 4)
  return at
}

function readGroup(start: usize): usize {
  const row = take(Group.bytes)
  store<u32>(row + Group.count, 0)
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    if (field == Field.index) {
      at = countUpTo(at, MOST_OUTER)
      store<u32>(row + Group.outer, <u32>whole)
    } else if (field == Field.instructions) {
      at = readInstructions(at)
      store<u32>(row + Group.count, rows)
    } else at = skip(at)
    at = follow(at, OPEN_OBJECT)
  }
  if ((seen & bit(Field.index)) == 0) unreachable()
  store<u32>(row + Group.end, <u32>out)
  return at
}

function readLoaded(tx: usize, start: usize): usize {
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    if (field == Field.writable) at = readNames(tx + Tx.writable, at)
    else if (field == Field.readonly) at = readNames(tx + Tx.readonly, at)
    else at = skip(at)
    at = follow(at, OPEN_OBJECT)
  }
  return at
}

function readNames(into: usize, start: usize): usize {
  store<u32>(into, <u32>out)
  let found: u32 = 0
  let at = enter(start, OPEN_LIST)
  while (!ended) {
    at = follow(readPlace(take(Key.bytes), at), OPEN_LIST)
    found++
  }
  store<u32>(into, found, 4)
  return at
}

/** Passes a name and writes where it stands, and its length. */
export function readPlace(into: usize, start: usize): usize {
  const at = readSpan(start)
  store<u32>(into + Key.at, <u32>(start + 1))
  store<u32>(into + Key.kind, spanKind)
  return at
}
