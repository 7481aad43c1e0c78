import { sumRaw } from '../../src-shared/domain/amount.ts'
import type { TransferFact } from '../../src-shared/domain/events.ts'
import { shortAddress } from '../../src-shared/domain/shown.ts'
import { isBurnAddress } from './burn-addresses.ts'
import { isDust, isHandedOut, soldFor } from './clusters/token-transfer.ts'
import { MOST_EVIDENCE, type InsiderFact, type InsiderRule } from './insider-facts.ts'
import type { Launch } from './launch.ts'
import { pushTo } from './order.ts'
import { rolesByBehaviour } from './roles.ts'
import type { FactIndex } from './fact-index.ts'
import { amountText, countText, durationText } from './wording.ts'

/** Who got tokens without buying them: from the mint, from the creator, or from where the creator locked them. */

/** Minted straight to a wallet before anybody could buy. */
export function fromMint(index: FactIndex, launch: Launch): InsiderFact[] {
  if (!launch.known) return []
  const { facts, rules } = index
  return gifts(index, mintedBefore(index, launch.block)).map(({ to, raw, moves }) => ({
    address: to,
    rule: 'received_before_first_event',
    weight: rules.insider.received_before_first_event,
    sentence: `${shortAddress(to)} got ${amountText(raw, facts.token.decimals, index.symbol)} when they were minted, before the first trade.`,
    evidence: evidenceOf(moves),
    path: moves.slice(0, 1).map(({ from, tx }) => ({ from, to, kind: 'mint', tx })),
  }))
}

function mintedBefore({ facts, flows, state }: FactIndex, block: number): readonly TransferFact[] {
  const begin = (): TransferFact[] => []
  const isMint = ({ from, position }: TransferFact): boolean => position.block < block && isBurnAddress(facts.token.network, from)
  return state.accumulate('minted early', [block], flows.moves, begin, (minted, move) => void (isMint(move) && minted.push(move)))
}

interface Gift {
  readonly to: string
  readonly raw: bigint
  readonly moves: readonly TransferFact[]
}

/** What each receiver got together, where it is more than dust. */
function gifts(index: FactIndex, moves: readonly TransferFact[]): Gift[] {
  const byReceiver = new Map<string, TransferFact[]>()
  for (const move of moves) if (move.to !== move.from) pushTo(byReceiver, move.to, move)
  return [...byReceiver].map(([to, own]) => ({ to, raw: sumRaw(own.map(({ raw }) => raw)), moves: own })).filter(({ raw }) => !isDust(index, raw))
}

const evidenceOf = (moves: readonly { readonly tx: string }[]): string[] => [...new Set(moves.map(({ tx }) => tx))].slice(0, MOST_EVIDENCE)

/** Tokens that the creator sent; sold ones and those handed out to many say less, dust says nothing. */
export function fromCreator(index: FactIndex, launch: Launch, creator: string): InsiderFact[] {
  const { facts, movesOf, rules } = index
  const sent = movesOf.byAddress.get(creator)?.sent ?? []
  const isEarly = ({ position }: TransferFact): boolean => launch.known && position.block < launch.block
  const receivers = new Set(sent.filter(({ to }) => !index.isHub(to)).map(({ to }) => to)).size
  const fact = ({ to, raw, moves }: Gift, rule: InsiderRule, weight: number, how: string): InsiderFact => ({
    address: to,
    rule,
    weight,
    sentence: `The creator sent ${shortAddress(to)} ${amountText(raw, facts.token.decimals, index.symbol)}${how}.`,
    evidence: evidenceOf(moves),
    path: moves.slice(0, 1).map(({ tx }) => ({ from: creator, to, kind: 'transfer', tx })),
  })
  const early = gifts(index, sent.filter(isEarly)).map((gift) =>
    fact(gift, 'received_before_first_event', rules.insider.received_before_first_event, ' before the first trade'),
  )
  const later = gifts(
    index,
    sent.filter((move) => !isEarly(move)),
  ).map((gift) => {
    const coin = soldFor(index, gift.moves)
    if (coin !== null)
      return fact(gift, 'received_from_creator', rules.transfer.otc, `, paid for in ${coin} within ${durationText(rules.transfer.otc_seconds)}`)
    if (isHandedOut(index, gift.to, gift.raw, gift.moves, receivers))
      return fact(gift, 'received_from_creator', rules.transfer.distributor, `, one of ${countText(receivers, 'wallet')} it sent tokens to`)
    return fact(gift, 'received_from_creator', rules.insider.received_from_creator, '')
  })
  return [...early, ...later, ...beneficiaries(index, launch, creator, [...early, ...later])]
}

/** Whom a locker or vesting contract pays that nobody but the creator, or the mint before the first trade, filled. */
function beneficiaries(index: FactIndex, launch: Launch, creator: string, given: readonly InsiderFact[]): InsiderFact[] {
  const { facts, movesOf, rules, labels } = index
  const byBehaviour = new Set(rolesByBehaviour(index).flatMap(([address, label]) => (label === 'vesting' ? [address] : [])))
  const minted = launch.known ? mintedBefore(index, launch.block).map(({ to }) => to) : []
  const lockers = new Set(
    [...given.map(({ address }) => address), ...minted].filter((one) => byBehaviour.has(one) || labels.tags(one).includes('vesting')),
  )
  return [...lockers].flatMap((locker) => {
    const { sent = [], received = [] } = movesOf.byAddress.get(locker) ?? {}
    if (!received.every(({ from }) => from === creator || isBurnAddress(facts.token.network, from))) return []
    return gifts(index, sent)
      .filter(({ to }) => to !== creator)
      .map(({ to, raw, moves }) => ({
        address: to,
        rule: 'received_from_creator' as const,
        weight: rules.insider.received_from_creator,
        sentence: `${shortAddress(locker)}, where the creator locked tokens, paid ${shortAddress(to)} ${amountText(raw, facts.token.decimals, index.symbol)}.`,
        evidence: evidenceOf(moves),
        path: [
          { from: creator, to: locker, kind: 'locked', tx: received[0]?.tx ?? null },
          { from: locker, to, kind: 'vesting', tx: moves[0]?.tx ?? null },
        ],
      }))
  })
}
