import type { Label } from '../../src-shared/domain/labels.ts'
import { shortPercent } from '../../src-shared/domain/shown.ts'
import { NO_LINKS_KNOWN } from '../../src-shared/domain/unknown-lists.ts'
import { detectBundlers, type BundleFindings } from './bundlers.ts'
import { detectClusters, type ClusterFindings } from './clusters/detect.ts'
import type { TokenFacts } from './facts.ts'
import { detectInsiders, type Insider } from './insiders.ts'
import { withFoundLabels, type LabelIndex } from './labels.ts'
import { findLaunch, unsupported, type Launch } from './launch.ts'
import { IncrementalState } from './incremental/state.ts'
import { pushTo } from './order.ts'
import type { ActiveRules } from './rules.ts'
import { rolesByBehaviour } from './roles.ts'
import { detectSnipers, type Sniper } from './snipers.ts'
import { indexFacts as read, type FactIndex } from './fact-index.ts'
import { volumeBots, type VolumeBots } from './volume-bots.ts'
import { countText } from './wording.ts'

/** All that the detectors say of one token at one moment. */
export interface Findings {
  readonly facts: TokenFacts
  readonly active: ActiveRules
  readonly index: FactIndex
  /** With the labels that the detectors found. */
  readonly labels: LabelIndex
  readonly clusters: ClusterFindings
  readonly snipers: readonly Sniper[]
  readonly launch: Launch
  readonly bundles: BundleFindings
  readonly insiders: readonly Insider[]
  /** What could not be determined and why, in sentences. */
  readonly notes: readonly string[]
}

/**
 * @param state what counts before left, of the same token under the same rules; without it, and with whatever it holds, the
 * findings are the same
 */
export function detectAll(facts: TokenFacts, active: ActiveRules, state: IncrementalState = new IncrementalState()): Findings {
  const index = read(facts, active.rules, state)
  const launch = findLaunch(index)
  const snipers = detectSnipers(index, launch)
  const bundles = bundlesOf(index, launch)
  const clusters = detectClusters(index, bundles)
  const insiders = detectInsiders(index, launch, clusters)

  const bots = volumeBots(index, clusters)
  const labels = labelsWith(index, clusters, insiders, bots)

  const notes: string[] = []
  if (!canLink(facts)) notes.push(NO_LINKS_KNOWN)
  if (!launch.known && !unsupported(index, 'snipers')) notes.push(launch.why)
  if (index.creator === null && !unsupported(index, 'insiders')) notes.push(`${whyNoCreator(facts)} ${WITHOUT_CREATOR}`)
  if (bots.wallets.length > 0 && bots.share !== null)
    notes.push(`${countText(bots.wallets.length, 'volume bot')} made ${shortPercent(bots.share * 100)} of the stored volume in tokens.`)
  return { facts, active, index, labels, clusters, launch, snipers, bundles, insiders, notes }
}

/** Whether anything is known that can tie two wallets together. */
function canLink({ transfers, trades, recordedLinks, funding }: TokenFacts): boolean {
  return transfers.length + trades.length + recordedLinks.length > 0 || funding.some(({ funder }) => funder !== null)
}

const WITHOUT_CREATOR = 'The creator’s share is unknown, not zero, and insiders are found only by powers over the token and by its creation.'

function whyNoCreator({ token }: TokenFacts): string {
  return token.creator === null ? 'The creator is not known.' : 'The token was made through a service that many use, and for whom is not known.'
}

/** What clusters and insiders say is made anew for each count, so it is told by what is in it. */
function labelsWith(index: FactIndex, clusters: ClusterFindings, insiders: readonly Insider[], { wallets: bots }: VolumeBots): LabelIndex {
  const { state, labels, facts, rules } = index
  const roles = rolesByBehaviour(index)
  const team = insiders.flatMap(({ address, p }) => (p >= rules.insider.team_from ? [address] : []))
  return state.memoize('labels found', [labels, roles, bots, JSON.stringify([...clusters.labels]), team.join()], () => {
    const found = new Map<string, Label[]>([...clusters.labels].map(([address, tags]) => [address, [...tags]]))
    for (const address of team) pushTo(found, address, 'team')
    for (const [address, label] of roles) pushTo(found, address, label)
    for (const address of bots) pushTo(found, address, 'volume_bot')
    return withFoundLabels(facts, labels, found)
  })
}

/** The launch is made anew for each count, so it is told by what is in it. */
function bundlesOf(index: FactIndex, launch: Launch): BundleFindings {
  const { state, flows, facts, hubs, creator } = index
  const block = launch.known ? launch.block : null
  return state.memoize('bundles', [flows.buys, flows.payments, facts.pools, facts.tips, hubs, creator, block], () => detectBundlers(index, launch))
}
