import type { Label } from '../../../src-shared/domain/labels.ts'
import { grouped } from '../../../src-shared/domain/shown.ts'
import { isBurnAddress } from '../../../src-shared/domain/burn-addresses.ts'
import { countText } from '../text.ts'
import { findBusyAddresses, isBusyWithPayments, type Traffic } from './traffic.ts'
import { findLinkHubs } from './link-hubs.ts'
import type { TokenFacts } from '../facts.ts'
import type { LabelIndex } from '../labels/label-index.ts'
import { memoizeByAddress, reuseSet } from '../incremental/reuse.ts'

/** Shared services. No edge that touches one joins wallets, so they are found before the graph is built (docs/detection.md#hubs). */
export interface Hubs {
  has(address: string): boolean
}

/** Labels of services, with their text. */
const SERVICE_TAGS: Readonly<Partial<Record<Label, string>>> = {
  burn: 'a burn address',
  liquidity_pool: 'a liquidity pool',
  exchange: 'an exchange',
  vesting: 'a vesting or lock contract',
  presale: 'a presale contract',
}

interface HubInputs extends Traffic {
  readonly labels: LabelIndex
}

interface FoundHubs {
  readonly hubs: Hubs
  readonly hubReason: (address: string) => string | null
  /** Whether an address is a hub for reasons beyond its use of this token. */
  readonly isService: (address: string) => boolean
}

/**
 * `hubs` keeps its identity while no address becomes a hub or ceases to be one. The texts of `hubReason` may still change, since
 * they contain figures.
 */
export function findHubs(seen: HubInputs): FoundHubs {
  const { facts, flows, labels, equalPayments, funnels, state } = seen
  const service = state.memoize('services', [labels, facts.claims], () => createServiceTest(facts, labels))
  const linked = state.memoize('linked services', [facts.recordedLinks, facts.counterparties, service], () => findLinkedServices(seen, service))
  const traffic = state.memoize('busy', [flows.moves, flows.payments, facts.funding, facts.activity, equalPayments, funnels], () =>
    findBusyAddresses(seen),
  )
  const busy = state.memoize('busy or linked', [traffic, linked], () => new Map([...linked, ...traffic]))
  const members = state.memoize<ReadonlySet<string>>('busy addresses', [busy], (before) => reuseSet(before, new Set(busy.keys())))
  const hubs = state.memoize('hubs', [service, members], () => createHubTest(service, members))
  return {
    hubs,
    hubReason: (address) => service(address) ?? busy.get(address) ?? null,
    isService: (address) => service(address) !== null || linked.has(address) || (members.has(address) && isBusyWithPayments(seen, address)),
  }
}

/** Services in the links of an imported map, each with the reason. */
function findLinkedServices({ facts, rules: { hub } }: HubInputs, service: (address: string) => string | null): Map<string, string> {
  const { recordedLinks: links, counterparties } = facts
  const found = new Map<string, string>()
  for (const [address, count] of findLinkHubs({ links, counterparties, isService: (one) => service(one) !== null }, hub.unrelated_counterparties))
    found.set(address, `traffic with ${countText(count, 'wallet')} that have nothing else in common`)
  for (const [address, count] of counterparties)
    if (count > hub.degree_lifetime) found.set(address, `traffic with ${grouped(count)} different addresses`)
  return found
}

/** Cached by address, since every buyer and signer is tested. */
const createHubTest = (service: (address: string) => string | null, busy: ReadonlySet<string>): Hubs => ({
  has: memoizeByAddress((address) => busy.has(address) || service(address) !== null),
})

/** Text on why an address is a service regardless of its traffic; null if only its traffic can show it. */
function createServiceTest(facts: TokenFacts, labels: LabelIndex): (address: string) => string | null {
  const claimed = new Map(facts.claims?.hubs.map(({ address, name }) => [address, name]))
  const decide = (address: string): string | null => {
    const name = claimed.get(address)
    if (name !== undefined) return `a hub by the investigator’s tag “${name}”`
    if (isBurnAddress(facts.token.network, address)) return 'a burn address'
    if (address === facts.token.address) return 'the token contract itself'
    for (const tag of labels.tags(address)) {
      const service = SERVICE_TAGS[tag]
      if (service !== undefined) return withName(service, labels.name(address))
    }
    if (labels.policy(address) === 'hub') return withName('a labelled service', labels.name(address))
    return labels.kind(address) === 'contract' ? 'a contract that is no person’s account' : null
  }
  return memoizeByAddress(decide)
}

function withName(service: string, name: string | null): string {
  return name === null ? service : `${service}: ${name}`
}
