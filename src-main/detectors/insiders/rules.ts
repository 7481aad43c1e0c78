import { sumRaw } from '../../../src-shared/domain/amount.ts'
import { shortAddress } from '../../../src-shared/domain/shown.ts'
import { MAX_EVIDENCE } from '../../../src-shared/domain/evidence.ts'
import type { ClusterFindings } from '../clusters/detect.ts'
import { payerBySignature, sentBuys } from '../bundlers/gas-settings.ts'
import { findPassThroughs } from '../clusters/rules/pass-through.ts'
import { saleProceeds } from '../clusters/rules/sinks.ts'
import { atLeastShare } from '../math/exact.ts'
import type { Swap } from '../flows/swaps.ts'
import type { InsiderFact } from './evidence.ts'
import { fromCreator, fromMint } from './gifts.ts'
import { findSwitch, findWindowEnd, isBeforeSwitch, type Launch } from '../snipers/launch.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import { indexOfBlock, sliceBlocks } from '../math/order.ts'
import type { FactIndex } from '../fact-index.ts'
import { amountText, durationText, limitText } from '../text.ts'

/** All ties (docs/detection.md#insiders) in the stored facts, including ties of the creator itself and of services. */
export function findInsiderFacts(index: FactIndex, launch: Launch, clusters: ClusterFindings): InsiderFact[] {
  const { creator } = index
  const always = [...authorities(index), ...fromMint(index, launch), ...inCreation(index), ...beforeSwitch(index)]
  if (creator === null) return always
  return [
    ...always,
    ...fromCreator(index, launch, creator),
    ...fundedByCreator(index, launch, creator),
    ...paidCreator(index, creator),
    ...creatorFunders(index, creator),
    ...inCluster(index, clusters, creator),
    ...secondHop(index, creator),
  ]
}

interface Authority {
  readonly address: string
  readonly role: string
  readonly evidence?: readonly string[]
}

function authorities({ facts, rules }: FactIndex): InsiderFact[] {
  const granted = facts.grantedRoles.map(({ member, role, tx }) => ({ address: member as string, role, evidence: [tx] }))
  const owner = facts.token.owner === null ? [] : [{ address: facts.token.owner as string, role: 'owner' }]
  const roles: readonly Authority[] = [...owner, ...facts.authorities, ...granted]
  return roles
    .toSorted((x, y) => compareText(x.role, y.role))
    .map(({ address, role, evidence = [] }) => ({
      address,
      rule: 'authority',
      weight: rules.insider.authority,
      sentence: `${shortAddress(address)} holds a power over the token: ${role}.`,
      evidence,
      path: [],
    }))
}

function inCreation({ facts, flows, rules, creator, state }: FactIndex): InsiderFact[] {
  const { createdTx } = facts.token
  if (createdTx === null) return []
  const begin = (): Swap[] => []
  return state
    .accumulate('creation', [createdTx], flows.buys, begin, (created, buy) => void (buy.tx === createdTx && created.push(buy)))
    .map(({ wallet, tx }) => ({
      address: wallet,
      rule: 'bought_in_creation',
      weight: rules.insider.bought_in_creation,
      sentence: `${shortAddress(wallet)} bought in the very transaction that made the token.`,
      evidence: [tx],
      path: creator === null ? [] : [{ from: creator, to: wallet, kind: 'same transaction', tx }],
    }))
}

/** Bought while the token refused buys by strangers, so its owner had exempted the wallet. */
function beforeSwitch(index: FactIndex): InsiderFact[] {
  const { facts, flows, rules, state, creator } = index
  const tradingSwitch = findSwitch(facts)
  if (tradingSwitch === null) return []
  const begin = (): Swap[] => []
  const early = state.accumulate('bought before the switch', [JSON.stringify(tradingSwitch)], flows.buys, begin, (found, buy) => {
    if (isBeforeSwitch(index, buy.position)) found.push(buy)
  })
  return early.map(({ wallet, tx }) => ({
    address: wallet,
    rule: 'bought_before_switch',
    weight: rules.insider.bought_before_switch,
    sentence: `${shortAddress(wallet)} bought before trading was opened, when the token refused buys of strangers.`,
    evidence: tradingSwitch.tx === null ? [tx] : [tx, tradingSwitch.tx],
    path: creator === null ? [] : [{ from: creator, to: wallet, kind: 'exempt from the switch', tx }],
  }))
}

/** First coin from the creator, any coin from it shortly before a buy at the launch, or a buy that it sent and paid for. */
function fundedByCreator(index: FactIndex, launch: Launch, creator: string): InsiderFact[] {
  const { insider } = index.rules
  const last = launch.known ? findWindowEnd(index.facts, launch.block, insider.funded_buy_blocks[index.facts.token.network]).lastBlock : null
  const atLaunch = new Set(last === null ? [] : sliceBlocks(index.flows.buys, 0, last).map(({ wallet }) => wallet))
  const launchTime = launch.known ? (index.flows.buys[indexOfBlock(index.flows.buys, launch.block)]?.time ?? null) : null
  const found = (address: string, tx: string | null, sentence: string): InsiderFact => ({
    address,
    rule: 'first_funded_by_creator',
    weight: insider.first_funded_by_creator,
    sentence,
    evidence: tx === null ? [] : [tx],
    path: [{ from: creator, to: address, kind: 'funding', tx }],
  })
  const first = index.facts.funding
    .filter(({ funder, wallet }) => funder === creator && (index.balances.has(wallet) || index.firstBuys.has(wallet)))
    .map(({ wallet, tx }) => found(wallet, tx, `The creator gave ${shortAddress(wallet)} its first ${index.nativeSymbol}.`))
  const before = (index.paymentsFrom.get(creator) ?? [])
    .filter(({ to, time }) => {
      const early = time === null || launchTime === null ? null : launchTime - time
      return atLaunch.has(to) && early !== null && early >= 0 && early <= insider.funded_before_launch_seconds
    })
    .map(({ to, tx, time }) =>
      found(to, tx, `The creator paid ${shortAddress(to)} ${durationText((launchTime ?? 0) - (time ?? 0))} before the launch, at which it bought.`),
    )
  const sent = sentBuys(index, 'buys with known gas settings', index.flows.buys)
    .filter((buy) => payerBySignature(index, buy) === creator)
    .map(({ wallet, tx }) => found(wallet, tx, `The creator sent a buy for ${shortAddress(wallet)} and paid for it.`))
  return [...first, ...before, ...sent]
}

/** Sold the token and sent the creator at least `insider.proceeds_share` of the proceeds. */
function paidCreator(index: FactIndex, creator: string): InsiderFact[] {
  const { insider } = index.rules
  const payers = new Set((index.paymentsTo.get(creator) ?? []).map(({ from }) => from))
  const proceeds = saleProceeds(index)
  return [...payers]
    .filter((wallet) => wallet !== creator)
    .sort(compareText)
    .flatMap((wallet) => {
      const earned = proceeds.get(wallet)
      if (earned === undefined) return []
      const paid = (index.paymentsFrom.get(wallet) ?? []).filter(({ to, time }) => to === creator && time !== null && time >= earned.from)
      const raw = sumRaw(paid.map((payment) => payment.raw))
      if (paid.length === 0 || !atLeastShare(raw, earned.raw, insider.proceeds_share)) return []
      const [first] = paid
      return [
        {
          address: wallet,
          rule: 'sent_proceeds' as const,
          weight: insider.sent_proceeds,
          sentence: `${shortAddress(wallet)} sent the creator ${amountText(raw, index.nativeDecimals, index.nativeSymbol)} after selling, at least ${limitText(insider.proceeds_share * 100)} of what it earned.`,
          evidence: paid.map(({ tx }) => tx).slice(0, MAX_EVIDENCE),
          path: [{ from: creator, to: wallet, kind: 'sale proceeds', tx: first?.tx ?? null }],
        },
      ]
    })
}

/** Paid the creator shortly before the token was created, and holds the token. */
function creatorFunders(index: FactIndex, creator: string): InsiderFact[] {
  const { createdAt } = index.facts.token
  if (createdAt === null) return []
  return (index.paymentsTo.get(creator) ?? [])
    .filter(({ time, from }) => {
      const early = time === null ? null : createdAt - time
      return early !== null && early >= 0 && early <= index.rules.insider.funded_creator_seconds && index.balances.has(from)
    })
    .map(({ from, tx, time }) => ({
      address: from,
      rule: 'funded_creator',
      weight: index.rules.insider.funded_creator,
      sentence: `${shortAddress(from)} paid the creator ${durationText(createdAt - (time ?? createdAt))} before the token was made, and holds it.`,
      evidence: [tx],
      path: [{ from: creator, to: from, kind: 'funded by', tx }],
    }))
}

function inCluster(index: FactIndex, { clusters }: ClusterFindings, creator: string): InsiderFact[] {
  const own = clusters.find(({ members, connectors }) => members.includes(creator) || connectors.includes(creator))
  return (own?.members ?? []).map((address) => {
    const edge = own?.tree.find(({ edge: { a, b } }) => (a === creator && b === address) || (b === creator && a === address))?.edge
    return {
      address,
      rule: 'same_cluster',
      weight: index.rules.insider.same_cluster,
      sentence: `${shortAddress(address)} is in the same cluster as the creator.`,
      evidence: edge?.facts[0]?.evidence ?? [],
      path: [{ from: creator, to: address, kind: 'cluster', tx: edge?.facts[0]?.evidence[0] ?? null }],
    }
  })
}

/** Received the creator's coin through a pass-through wallet. */
function secondHop(index: FactIndex, creator: string): InsiderFact[] {
  return findPassThroughs(index)
    .filter(({ inflow, via }) => inflow.from === creator && via.length === 1)
    .map(({ wallet, inflow, out }) => ({
      address: wallet,
      rule: 'second_hop',
      weight: index.rules.insider.second_hop,
      sentence: `The creator paid ${shortAddress(wallet)} through ${shortAddress(out.from)}, which passed it on.`,
      evidence: [inflow.tx, out.tx],
      path: [
        { from: creator, to: out.from, kind: 'funding', tx: inflow.tx },
        { from: out.from, to: wallet, kind: 'funding', tx: out.tx },
      ],
    }))
}
