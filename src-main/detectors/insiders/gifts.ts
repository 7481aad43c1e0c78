import { sumRaw } from '../../../src-shared/domain/amount.ts'
import type { TransferFact } from '../../../src-shared/domain/events.ts'
import { shortAddress } from '../../../src-shared/domain/shown.ts'
import { MAX_EVIDENCE } from '../../../src-shared/domain/evidence.ts'
import { isBurnAddress } from '../../../src-shared/domain/burn-addresses.ts'
import { isDust, isHandedOut, findPayment } from '../clusters/rules/token-transfer.ts'
import type { InsiderFact, InsiderRule } from './evidence.ts'
import type { Launch } from '../snipers/launch.ts'
import { pushTo } from '../math/order.ts'
import { labelsByBehaviour } from '../labels/behaviour.ts'
import type { FactIndex } from '../fact-index.ts'
import { amountText, countText, durationText } from '../text.ts'

/** Wallets that received tokens without buying: from the mint, from the creator, or from a contract in which the creator locked them. */

/** Minted directly to a wallet before the first trade. */
export function fromMint(index: FactIndex, launch: Launch): InsiderFact[] {
  if (!launch.known) return []
  const { facts, rules } = index
  return groupGifts(index, mintedBefore(index, launch.block)).map(({ to, raw, moves }) => ({
    address: to,
    rule: 'received_before_first_event',
    weight: rules.insider.received_before_first_event,
    sentence: `${shortAddress(to)} got ${amountText(raw, facts.token.decimals, index.symbol)} when they were minted, before the first trade.`,
    evidence: listEvidence(moves),
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

/** Totals by receiver, without dust. */
function groupGifts(index: FactIndex, moves: readonly TransferFact[]): Gift[] {
  const byReceiver = new Map<string, TransferFact[]>()
  for (const move of moves) if (move.to !== move.from) pushTo(byReceiver, move.to, move)
  return [...byReceiver].map(([to, own]) => ({ to, raw: sumRaw(own.map(({ raw }) => raw)), moves: own })).filter(({ raw }) => !isDust(index, raw))
}

const listEvidence = (moves: readonly { readonly tx: string }[]): string[] => [...new Set(moves.map(({ tx }) => tx))].slice(0, MAX_EVIDENCE)

/** Tokens sent by the creator. Sales and distributions to many wallets weigh less, and dust is left out. */
export function fromCreator(index: FactIndex, launch: Launch, creator: string): InsiderFact[] {
  const { facts, movesByAddress, rules } = index
  const sent = movesByAddress.byAddress.get(creator)?.sent ?? []
  const isEarly = ({ position }: TransferFact): boolean => launch.known && position.block < launch.block
  const receivers = new Set(sent.filter(({ to }) => !index.isHub(to)).map(({ to }) => to)).size
  const fact = ({ to, raw, moves }: Gift, rule: InsiderRule, weight: number, how: string): InsiderFact => ({
    address: to,
    rule,
    weight,
    sentence: `The creator sent ${shortAddress(to)} ${amountText(raw, facts.token.decimals, index.symbol)}${how}.`,
    evidence: listEvidence(moves),
    path: moves.slice(0, 1).map(({ tx }) => ({ from: creator, to, kind: 'transfer', tx })),
  })
  const early = groupGifts(index, sent.filter(isEarly)).map((gift) =>
    fact(gift, 'received_before_first_event', rules.insider.received_before_first_event, ' before the first trade'),
  )
  const later = groupGifts(
    index,
    sent.filter((move) => !isEarly(move)),
  ).map((gift) => {
    const coin = findPayment(index, gift.moves)
    if (coin !== null)
      return fact(gift, 'received_from_creator', rules.transfer.otc, `, paid for in ${coin} within ${durationText(rules.transfer.otc_seconds)}`)
    if (isHandedOut(index, gift.to, gift.raw, gift.moves, receivers))
      return fact(gift, 'received_from_creator', rules.transfer.distributor, `, one of ${countText(receivers, 'wallet')} it sent tokens to`)
    return fact(gift, 'received_from_creator', rules.insider.received_from_creator, '')
  })
  return [...early, ...later, ...beneficiaries(index, launch, creator, [...early, ...later])]
}

/** Receivers of a locker or vesting contract filled only by the creator or the mint. */
function beneficiaries(index: FactIndex, launch: Launch, creator: string, given: readonly InsiderFact[]): InsiderFact[] {
  const { facts, movesByAddress, rules, labels } = index
  const byBehaviour = new Set(labelsByBehaviour(index).flatMap(([address, label]) => (label === 'vesting' ? [address] : [])))
  const minted = launch.known ? mintedBefore(index, launch.block).map(({ to }) => to) : []
  const lockers = new Set(
    [...given.map(({ address }) => address), ...minted].filter((one) => byBehaviour.has(one) || labels.tags(one).includes('vesting')),
  )
  return [...lockers].flatMap((locker) => {
    const { sent = [], received = [] } = movesByAddress.byAddress.get(locker) ?? {}
    if (!received.every(({ from }) => from === creator || isBurnAddress(facts.token.network, from))) return []
    return groupGifts(index, sent)
      .filter(({ to }) => to !== creator)
      .map(({ to, raw, moves }) => ({
        address: to,
        rule: 'received_from_creator' as const,
        weight: rules.insider.received_from_creator,
        sentence: `${shortAddress(locker)}, where the creator locked tokens, paid ${shortAddress(to)} ${amountText(raw, facts.token.decimals, index.symbol)}.`,
        evidence: listEvidence(moves),
        path: [
          { from: creator, to: locker, kind: 'locked', tx: received[0]?.tx ?? null },
          { from: locker, to, kind: 'vesting', tx: moves[0]?.tx ?? null },
        ],
      }))
  })
}
