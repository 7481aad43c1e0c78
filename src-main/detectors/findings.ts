import type { Label } from '../../src-shared/domain/labels.ts'
import { shortPercent } from '../../src-shared/domain/shown.ts'
import { NO_LINKS_KNOWN } from '../../src-shared/domain/unknown-lists.ts'
import { detectBundlers, type BundleFindings } from './bundlers/bundlers.ts'
import { detectClusters, type ClusterFindings } from './clusters/detect.ts'
import { statedClusters } from './clusters/stated.ts'
import type { TokenFacts } from './facts.ts'
import { findDevContracts, type DevContracts } from './insiders/dev-contracts.ts'
import { detectInsiders, type Insider } from './insiders/insiders.ts'
import { withFoundLabels, type LabelIndex } from './labels/label-index.ts'
import { findLaunch, type Launch } from './snipers/launch.ts'
import { IncrementalState } from './incremental/state.ts'
import { pushTo } from './math/order.ts'
import type { ActiveRules } from './rules/rule-set.ts'
import { labelsByBehaviour } from './labels/behaviour.ts'
import { findOwnedContracts, type OwnedContracts } from './snipers/owned-contracts.ts'
import { detectSnipers, type Sniper } from './snipers/snipers.ts'
import { indexFacts as read, type FactIndex } from './fact-index.ts'
import { detectVolumeBots, type VolumeBots } from './labels/volume-bots.ts'
import { taxNote } from './taxes/tax-text.ts'
import { countText } from './text.ts'

/** The findings of all detectors for one token at one moment. */
export interface Findings {
  readonly facts: TokenFacts
  readonly active: ActiveRules
  readonly index: FactIndex
  /** Including the labels that the detectors found. */
  readonly labels: LabelIndex
  readonly clusters: ClusterFindings
  readonly snipers: readonly Sniper[]
  readonly launch: Launch
  readonly bundles: BundleFindings
  readonly insiders: readonly Insider[]
  readonly devContracts: DevContracts
  /** Whether any fact is stored that can tie two wallets. */
  readonly linksKnown: boolean
  /** Sentences on what could not be determined, and why. */
  readonly notes: readonly string[]
}

/**
 * @param state from earlier computations of the same token under the same rules; the findings do not depend on it
 */
export function detectAll(stored: TokenFacts, active: ActiveRules, state: IncrementalState = new IncrementalState()): Findings {
  const facts = active.claims === undefined ? stored : { ...stored, claims: active.claims }
  const index = read(facts, active.rules, state)
  const launch = findLaunch(index)
  const contracts = findOwnedContracts(index, launch)
  const snipers = detectSnipers(index, launch, contracts)
  const bundles = findBundles(index, launch, contracts)
  const clusters = clustersOf(index, bundles)
  const insiders = detectInsiders(index, launch, clusters)

  const bots = detectVolumeBots(index, clusters)
  const labels = collectLabels(index, clusters, insiders, bots)

  const linksKnown = hasLinkFacts(facts)
  const notes: string[] = facts.statedClusters === undefined ? [] : [CLUSTERS_ARE_STATED]
  if (facts.claims !== undefined) notes.push(facts.statedClusters === undefined ? CASE_IS_COUNTED : CASE_IS_LEFT_OUT)
  if (!linksKnown) notes.push(NO_LINKS_KNOWN)
  if (!launch.known) notes.push(launch.why)
  if (index.creator === null) notes.push(`${whyNoCreator(facts)} ${WITHOUT_CREATOR}`)
  const tax = taxNote(index)
  if (tax !== null) notes.push(tax)
  if (bots.wallets.length > 0 && bots.share !== null)
    notes.push(`${countText(bots.wallets.length, 'volume bot')} made ${shortPercent(bots.share * 100)} of the stored volume in tokens.`)
  const devContracts = findDevContracts(index)
  return { facts, active, index, labels, clusters, launch, snipers, bundles, insiders, devContracts, linksKnown, notes }
}

function hasLinkFacts({ transfers, trades, recordedLinks, funding }: TokenFacts): boolean {
  return transfers.length + trades.length + recordedLinks.length > 0 || funding.some(({ funder }) => funder !== null)
}

const CASE_IS_COUNTED = 'Tags and entities of the case count here.'
const CASE_IS_LEFT_OUT = 'Tags and entities of the case do not change the clusters of an imported snapshot.'
const CLUSTERS_ARE_STATED = 'Clusters and labels are those of the imported snapshot.'

function clustersOf(index: FactIndex, bundles: BundleFindings): ClusterFindings {
  const found = detectClusters(index, bundles)
  const stated = index.facts.statedClusters
  return stated === undefined ? found : statedClusters(index, stated, found)
}

const WITHOUT_CREATOR = 'The creator’s share is unknown, not zero, and insiders are found only by powers over the token and by its creation.'

function whyNoCreator({ token }: TokenFacts): string {
  return token.creator === null ? 'The creator is not known.' : 'The token was made through a service that many use, and for whom is not known.'
}

/** Clusters and insiders are new objects in each computation, so the memo compares their content. */
function collectLabels(index: FactIndex, clusters: ClusterFindings, insiders: readonly Insider[], { wallets: bots }: VolumeBots): LabelIndex {
  const { state, labels, facts, rules } = index
  const roles = labelsByBehaviour(index)
  const team = insiders.flatMap(({ address, p }) => (p >= rules.insider.team_from ? [address] : []))
  return state.memoize('labels found', [labels, roles, bots, JSON.stringify([...clusters.labels]), team.join()], () => {
    const found = new Map<string, Label[]>([...clusters.labels].map(([address, tags]) => [address, [...tags]]))
    for (const address of team) pushTo(found, address, 'team')
    for (const [address, label] of roles) pushTo(found, address, label)
    for (const address of bots) pushTo(found, address, 'volume_bot')
    return withFoundLabels(facts, labels, found)
  })
}

/** The launch and the contracts are new objects in each computation, so the memo compares the launch block and the content of the contracts. */
function findBundles(index: FactIndex, launch: Launch, contracts: OwnedContracts): BundleFindings {
  const { state, flows, facts, hubs, creator } = index
  const block = launch.known ? launch.block : null
  const owned = JSON.stringify([...contracts])
  return state.memoize('bundles', [flows.swaps, flows.payments, facts.pools, facts.tips, facts.launchTransactions, hubs, creator, block, owned], () =>
    detectBundlers(index, launch, contracts),
  )
}
