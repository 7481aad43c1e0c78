import type { WalletRecord } from '../../../src-shared/contract/records/evidence.ts'
import { MAX_EVIDENCE } from '../../../src-shared/domain/evidence.ts'
import { sumRaw } from '../../../src-shared/domain/amount.ts'
import { shortAddress, unitsText } from '../../../src-shared/domain/shown.ts'
import type { FactIndex } from '../fact-index.ts'
import type { Payment } from '../flows/flows.ts'
import { NO_MOVES } from '../flows/moves-by-address.ts'
import { taxShareText } from '../taxes/tax-text.ts'
import { amountText, countText, durationText } from '../text.ts'

/** Classes of wallets that follow from the stored facts alone (docs/detection.md#wallet-classes), with up to five transactions, oldest first. */
type WalletClass = WalletRecord['classes'][number]

/** Every class, in the order of the record. */
export function classifyWallet(index: FactIndex, address: string): WalletClass[] {
  const { fresh_seconds: day, fresh_long_seconds: month } = index.rules.wallet
  return [
    taxRecipient(index, address),
    fresh(index, address, 'fresh_day', day),
    fresh(index, address, 'fresh_month', month),
    neverBought(index, address),
    coinDust(index, address),
  ]
}

/** Receives a share of others' moves, or native coin that the token's contract earned by selling collected taxes. */
function taxRecipient(index: FactIndex, address: string): WalletClass {
  const { flows, facts, rules, symbol } = index
  const threshold = `split from a pool’s payment, or beside moves of at least ${countText(rules.tax.min_movers, 'unrelated wallet')} at one share`
  const found = flows.taxRecipients.get(address)
  const coins = found === undefined ? coinFromToken(index, address) : []
  if (coins.length > 0) {
    const amount = amountText(sumRaw(coins.map(({ raw }) => raw)), index.nativeDecimals, index.nativeSymbol)
    const limit = `paid in coin by the token’s contract, beside at most ${countText(rules.tax.max_coin_recipients - 1, 'other wallet')}`
    const txs = [...new Set(coins.map(({ tx }) => tx))].slice(0, MAX_EVIDENCE)
    return { name: 'tax_recipient', holds: true, value: amount, threshold: limit, sentence: `The token’s contract paid it ${amount}.`, evidence: txs }
  }
  if (found === undefined) {
    const isKnown = facts.tradesFromBirth
    const sentence = isKnown ? 'It receives no tax.' : UNKNOWN_TRADES
    return { name: 'tax_recipient', holds: isKnown ? false : null, value: null, threshold, sentence, evidence: [] }
  }
  const share = taxShareText(found)
  const amount = amountText(found.raw, facts.token.decimals, symbol)
  return {
    name: 'tax_recipient',
    holds: true,
    value: `${share} of what ${countText(found.movers, 'wallet')} moved`,
    threshold,
    sentence: `Along the moves of ${countText(found.movers, 'other wallet')} it received ${share} of the amount, ${amount} in all.`,
    evidence: [...found.txs],
  }
}

const UNKNOWN_TRADES = 'Unknown: the stored trades do not begin at the token’s birth.'

/** Payments of the token's contract to a wallet. None if it pays many wallets, which are dividends, or if it is a pool, which pays proceeds. */
function coinFromToken({ facts, flows, paymentsFrom, rules }: FactIndex, address: string): readonly Payment[] {
  const token = facts.token.address
  const paid = flows.pools.has(token) ? [] : (paymentsFrom.get(token) ?? [])
  const isFew = new Set(paid.map(({ to }) => to)).size <= rules.tax.max_coin_recipients
  return isFew ? paid.filter(({ to }) => to === address) : []
}

/** First coin shortly before the first buy of this token. */
function fresh(index: FactIndex, address: string, name: WalletClass['name'], seconds: number): WalletClass {
  const threshold = `first coin less than ${durationText(seconds)} before its first buy`
  const decided = (holds: boolean | null, sentence: string, value: string | null = null, evidence: string[] = []): WalletClass => ({
    ...{ name, holds, value, threshold, sentence, evidence },
  })
  const buy = index.firstBuys.get(address)
  if (buy === undefined) return index.facts.tradesFromBirth ? decided(false, 'It bought none of the token.') : decided(null, UNKNOWN_TRADES)
  const funding = index.funding.get(address)
  if (funding === undefined || funding.time === null) return decided(null, 'Unknown: its first coin was not found.')
  if (buy.time === null) return decided(null, 'Unknown: the time of its first buy was not reported.')
  const age = Math.max(0, buy.time - funding.time)
  // An unstored earlier buy would be closer to the first coin, so a wallet that is fresh at a later buy is fresh.
  if (age >= seconds && !index.facts.tradesFromBirth) return decided(null, UNKNOWN_TRADES)
  const sentence = `${shortAddress(address)} had its first ${index.nativeSymbol} ${durationText(age)} before it first bought.`
  return decided(age < seconds, sentence, durationText(age), funding.tx === null ? [buy.tx] : [funding.tx, buy.tx])
}

/** Holds or held the token without having bought any. */
function neverBought(index: FactIndex, address: string): WalletClass {
  const threshold = 'received the token and bought none'
  const decided = (holds: boolean | null, sentence: string, value: string | null = null, evidence: string[] = []): WalletClass => ({
    ...{ name: 'never_bought', holds, value, threshold, sentence, evidence },
  })
  const buy = index.firstBuys.get(address)
  if (buy !== undefined) return decided(false, 'It bought the token.', null, [buy.tx])
  if (!index.facts.tradesFromBirth) return decided(null, UNKNOWN_TRADES)
  const { received } = index.movesByAddress.byAddress.get(address) ?? NO_MOVES
  if (received.length === 0 && !index.balances.has(address)) return decided(false, 'It received none of the token.')
  const txs = [...new Set(received.map(({ tx }) => tx))]
  const value = countText(txs.length, 'transfer')
  const sentence =
    txs.length === 0
      ? 'It holds the token without a stored buy, or transfer from a wallet.'
      : `It received the token in ${value} and never bought it.`
  return decided(true, sentence, txs.length === 0 ? null : value, txs.slice(0, MAX_EVIDENCE))
}

/** Has hardly any native coin left, like wallets funded with just enough for their buys. */
function coinDust({ facts, rules, nativeDecimals, nativeSymbol }: FactIndex, address: string): WalletClass {
  const most = rules.wallet.dust_native[facts.token.network]
  const threshold = `less than ${unitsText(most)} ${nativeSymbol} left`
  const left = facts.nativeBalances.get(address)
  if (left === undefined) {
    return { name: 'coin_dust', holds: null, value: null, threshold, sentence: `Unknown: its ${nativeSymbol} was not read.`, evidence: [] }
  }
  const value = amountText(left, nativeDecimals, nativeSymbol)
  const sentence = `${shortAddress(address)} had ${value} left when it was last read.`
  return { name: 'coin_dust', holds: Number(left) < most * 10 ** nativeDecimals, value, threshold, sentence, evidence: [] }
}
