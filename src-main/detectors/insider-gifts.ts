import { sumRaw } from '../../src-shared/domain/amount.ts'
import type { TransferFact } from '../../src-shared/domain/events.ts'
import { shortAddress } from '../../src-shared/domain/shown.ts'
import { isBurnAddress } from './burn-addresses.ts'
import { isDust, isHandedOut, soldFor } from './clusters/token-transfer.ts'
import { MOST_EVIDENCE, type InsiderFact, type InsiderRule } from './insider-facts.ts'
import type { Launch } from './launch.ts'
import { pushTo } from './order.ts'
import { rolesByBehaviour } from './roles.ts'
import type { Study } from './study.ts'
import { amountText, countText, durationText } from './wording.ts'

/** Who got tokens without buying them: from the mint, from the creator, or from where the creator locked them. */

/** Minted straight to a wallet before anybody could buy. */
export function fromMint(study: Study, launch: Launch): InsiderFact[] {
  if (!launch.known) return []
  const { facts, rules } = study
  return gifts(study, mintedBefore(study, launch.block)).map(({ to, raw, moves }) => ({
    address: to,
    rule: 'received_before_first_event',
    weight: rules.insider.received_before_first_event,
    sentence: `${shortAddress(to)} got ${amountText(raw, facts.token.decimals, study.symbol)} when they were minted, before the first trade.`,
    evidence: evidenceOf(moves),
    path: moves.slice(0, 1).map(({ from, tx }) => ({ from, to, kind: 'mint', tx })),
  }))
}

function mintedBefore({ facts, flows, memory }: Study, block: number): readonly TransferFact[] {
  const begin = (): TransferFact[] => []
  const isMint = ({ from, position }: TransferFact): boolean => position.block < block && isBurnAddress(facts.token.network, from)
  return memory.fold('minted early', [block], flows.moves, begin, (minted, move) => void (isMint(move) && minted.push(move)))
}

interface Gift {
  readonly to: string
  readonly raw: bigint
  readonly moves: readonly TransferFact[]
}

/** What each receiver got together, where it is more than dust. */
function gifts(study: Study, moves: readonly TransferFact[]): Gift[] {
  const byReceiver = new Map<string, TransferFact[]>()
  for (const move of moves) if (move.to !== move.from) pushTo(byReceiver, move.to, move)
  return [...byReceiver].map(([to, own]) => ({ to, raw: sumRaw(own.map(({ raw }) => raw)), moves: own })).filter(({ raw }) => !isDust(study, raw))
}

const evidenceOf = (moves: readonly { readonly tx: string }[]): string[] => [...new Set(moves.map(({ tx }) => tx))].slice(0, MOST_EVIDENCE)

/** Tokens that the creator sent; sold ones and those handed out to many say less, dust says nothing. */
export function fromCreator(study: Study, launch: Launch, creator: string): InsiderFact[] {
  const { facts, movesOf, rules } = study
  const sent = movesOf.byAddress.get(creator)?.sent ?? []
  const isEarly = ({ position }: TransferFact): boolean => launch.known && position.block < launch.block
  const receivers = new Set(sent.filter(({ to }) => !study.isHub(to)).map(({ to }) => to)).size
  const fact = ({ to, raw, moves }: Gift, rule: InsiderRule, weight: number, how: string): InsiderFact => ({
    address: to,
    rule,
    weight,
    sentence: `The creator sent ${shortAddress(to)} ${amountText(raw, facts.token.decimals, study.symbol)}${how}.`,
    evidence: evidenceOf(moves),
    path: moves.slice(0, 1).map(({ tx }) => ({ from: creator, to, kind: 'transfer', tx })),
  })
  const early = gifts(study, sent.filter(isEarly)).map((gift) =>
    fact(gift, 'received_before_first_event', rules.insider.received_before_first_event, ' before the first trade'),
  )
  const later = gifts(
    study,
    sent.filter((move) => !isEarly(move)),
  ).map((gift) => {
    const coin = soldFor(study, gift.moves)
    if (coin !== null)
      return fact(gift, 'received_from_creator', rules.transfer.otc, `, paid for in ${coin} within ${durationText(rules.transfer.otc_seconds)}`)
    if (isHandedOut(study, gift.to, gift.raw, gift.moves, receivers))
      return fact(gift, 'received_from_creator', rules.transfer.distributor, `, one of ${countText(receivers, 'wallet')} it sent tokens to`)
    return fact(gift, 'received_from_creator', rules.insider.received_from_creator, '')
  })
  return [...early, ...later, ...beneficiaries(study, launch, creator, [...early, ...later])]
}

/** Whom a locker or vesting contract pays that nobody but the creator, or the mint before the first trade, filled. */
function beneficiaries(study: Study, launch: Launch, creator: string, given: readonly InsiderFact[]): InsiderFact[] {
  const { facts, movesOf, rules, labels } = study
  const byBehaviour = new Set(rolesByBehaviour(study).flatMap(([address, label]) => (label === 'vesting' ? [address] : [])))
  const minted = launch.known ? mintedBefore(study, launch.block).map(({ to }) => to) : []
  const lockers = new Set(
    [...given.map(({ address }) => address), ...minted].filter((one) => byBehaviour.has(one) || labels.tags(one).includes('vesting')),
  )
  return [...lockers].flatMap((locker) => {
    const { sent = [], received = [] } = movesOf.byAddress.get(locker) ?? {}
    if (!received.every(({ from }) => from === creator || isBurnAddress(facts.token.network, from))) return []
    return gifts(study, sent)
      .filter(({ to }) => to !== creator)
      .map(({ to, raw, moves }) => ({
        address: to,
        rule: 'received_from_creator' as const,
        weight: rules.insider.received_from_creator,
        sentence: `${shortAddress(locker)}, where the creator locked tokens, paid ${shortAddress(to)} ${amountText(raw, facts.token.decimals, study.symbol)}.`,
        evidence: evidenceOf(moves),
        path: [
          { from: creator, to: locker, kind: 'locked', tx: received[0]?.tx ?? null },
          { from: locker, to, kind: 'vesting', tx: moves[0]?.tx ?? null },
        ],
      }))
  })
}
