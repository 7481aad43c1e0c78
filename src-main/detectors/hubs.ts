import type { Label } from '../../src-shared/domain/labels.ts'
import { isBurnAddress } from './burn-addresses.ts'
import { busyAddresses, isBusyWithCoin, type Traffic } from './busy.ts'
import type { TokenFacts } from './facts.ts'
import type { LabelBook } from './labels.ts'
import { decidedOnce, steadySet } from './memory.ts'

/** Shared services, decided before any graph: no edge that touches one joins wallets (engine.md §1.3). */
export interface Hubs {
  has(address: string): boolean
}

/** Labels that make a service of whoever carries them. */
const SERVICE_TAGS: Readonly<Partial<Record<Label, string>>> = {
  burn: 'a burn address',
  liquidity_pool: 'a liquidity pool',
  exchange: 'an exchange',
  vesting: 'a vesting or lock contract',
  presale: 'a presale contract',
}

/** What tells a service from a wallet. */
interface Seen extends Traffic {
  readonly labels: LabelBook
}

interface FoundHubs {
  readonly hubs: Hubs
  readonly hubReason: (address: string) => string | null
  /** Whether an address is a hub for more than what it does with this token alone. */
  readonly isService: (address: string) => boolean
}

/**
 * The very same `hubs` as in the last count where no address became a hub or ceased to be one; words may have changed then,
 * since they name figures: `hubReason` says in words why an address is a hub, and null for an ordinary wallet.
 */
export function findHubs(seen: Seen): FoundHubs {
  const { facts, flows, labels, equalPaid, memory } = seen
  const busy = memory.keep('busy', [flows.moves, flows.payments, facts.funding, facts.activity, equalPaid], () => busyAddresses(seen))
  const members = memory.keep<ReadonlySet<string>>('busy addresses', [busy], (before) => steadySet(before, new Set(busy.keys())))
  const service = memory.keep('services', [labels], () => serviceTest(facts, labels))
  const hubs = memory.keep('hubs', [service, members], () => hubTest(service, members))
  return {
    hubs,
    hubReason: (address) => service(address) ?? busy.get(address) ?? null,
    isService: (address) => service(address) !== null || (members.has(address) && isBusyWithCoin(seen, address)),
  }
}

/** Asked of every buyer and signer: what was decided once is looked up once. */
function hubTest(service: (address: string) => string | null, busy: ReadonlySet<string>): Hubs {
  const decided = new Map<string, boolean>()
  return {
    has(address) {
      const before = decided.get(address)
      if (before !== undefined) return before
      const isHub = busy.has(address) || service(address) !== null
      decided.set(address, isHub)
      return isHub
    },
  }
}

/** Why an address is a service whatever it did, in words; null where nothing but its traffic could tell. */
function serviceTest(facts: TokenFacts, labels: LabelBook): (address: string) => string | null {
  const decide = (address: string): string | null => {
    if (isBurnAddress(facts.token.network, address)) return 'a burn address'
    if (address === facts.token.address) return 'the token contract itself'
    for (const tag of labels.tags(address)) {
      const service = SERVICE_TAGS[tag]
      if (service !== undefined) return named(service, labels.name(address))
    }
    if (labels.policy(address) === 'hub') return named('a labelled service', labels.name(address))
    return labels.kind(address) === 'contract' ? 'a contract that is no person’s account' : null
  }
  return decidedOnce(decide)
}

function named(service: string, name: string | null): string {
  return name === null ? service : `${service}: ${name}`
}
