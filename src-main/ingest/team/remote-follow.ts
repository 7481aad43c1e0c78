import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import { trustedAddress, type Address, type TokenKey } from '../../../src-shared/domain/address.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { wholeSubject, type BusSubject } from '../../bus/events.ts'
import type { Bus } from '../../bus/interface.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Store } from '../../store/interface.ts'
import type { Adapters } from '../adapters.ts'
import { NOT_FOLLOWED, starting } from '../follow/followed-token.ts'
import { saveFollowedToken } from '../follow/followed-tokens.ts'
import type { Follow } from '../follow/interface.ts'
import { findStoredToken, watchTrades } from '../follow/trades-watch.ts'
import type { WholeMember, WholeNetworks } from '../follow/whole-network.ts'
import { tokenQuestion } from './answers.ts'

export interface RemoteFollowOptions {
  readonly store: Store
  readonly bus: Bus
  /** Where this process publishes the states it receives. */
  readonly view: Bus
  readonly adapters: Adapters
  readonly clock: Clock
  readonly networks: WholeNetworks
  /** Announces what clients of this process watch. */
  announce(watches: readonly BusSubject[]): void
  keepFor(hours: number): Promise<void>
}

/**
 * Following in a process that reads no chain. Workers follow what it watches, and report their progress on the bus. A late subscriber first receives
 * the newest state of each token.
 */
export function createRemoteFollow({
  store,
  bus,
  view,
  adapters,
  clock,
  networks,
  announce: announceSubjects,
  keepFor,
}: RemoteFollowOptions): Follow {
  const states = new Map<string, FollowRecord>()
  const watchers = new Map<string, { readonly subject: BusSubject; count: number }>()
  const receive = (subject: BusSubject, record: FollowRecord): void => {
    states.set(keyOf(subject), record)
    forgetIfOff(keyOf(subject))
    view.publish('follow', subject, record)
  }
  /** A subject that is neither followed nor watched here has no state. */
  const forgetIfOff = (key: string): void => {
    if (states.get(key)?.state === 'off' && !watchers.has(key)) states.delete(key)
  }
  const subscription = bus.subscribe('follow', receive, {}, { withNewest: true })
  const announce = (): void => announceSubjects([...watchers.values()].map(({ subject }) => subject))

  function stateOf(subject: BusSubject): FollowRecord {
    const { network } = subject
    const reported =
      states.get(keyOf(subject)) ?? (watchers.has(keyOf(subject)) ? { ...NOT_FOLLOWED, ...starting(unixSeconds(clock)) } : NOT_FOLLOWED)
    if (!reported.following || (bus.isReachable() && adapters.canRead(network))) return reported
    const message = bus.isReachable()
      ? `No worker of this service reads ${NETWORKS[network].name} now.`
      : 'The NATS server of this service cannot be reached now.'
    return { ...reported, state: 'reconnecting', behind: null, message }
  }

  function watch(subject: BusSubject): () => void {
    const key = keyOf(subject)
    const entry = watchers.get(key) ?? { subject, count: 0 }
    watchers.set(key, entry)
    if (++entry.count === 1) announce()
    let isWatching = true
    return () => {
      if (!isWatching) return
      isWatching = false
      if (--entry.count > 0) return
      watchers.delete(key)
      forgetIfOff(key)
      announce()
    }
  }

  /** Joins a whole network. Its trades come from the workers that follow it because it is watched here. */
  function join(network: NetworkId): WholeMember {
    const member = networks.join(network)
    const stop = watch(wholeSubject(network))
    return {
      ...member,
      leave() {
        stop()
        member.leave()
      },
    }
  }

  const follow: Follow = {
    state: stateOf,
    async set(token, on) {
      if (on) adapters.get(token.network)
      await saveFollowedToken(store, token, on)
      const before = stateOf(token)
      return { ...before, kept: on, ...(on && !before.following ? { following: true, state: 'starting' as const } : {}) }
    },
    watch: ({ network, address }) => watch({ network, address }),
    watchTrades: (network, address) => watchTrades({ store, bus: view, adapters, follow, networks: { join }, findToken }, network, address),
    keepFor,
    live: () =>
      [...states].flatMap(([key, { state }]): TokenKey[] => {
        const [network, address = ''] = key.split(' ') as [NetworkId, string]
        return state === 'live' && address !== FIREHOSE ? [{ network, address: trustedAddress(address) }] : []
      }),
    wholeState: (network) => stateOf(wholeSubject(network)),
    sourceChanged: async () => undefined,
    sourceRecovered: () => undefined,
    resume: async () => undefined,
    async close() {
      subscription.stop()
      await networks.close()
    },
  }
  return follow

  /** Finds the token of an address among the stored tokens. For other addresses, only a worker can look. */
  async function findToken(network: NetworkId, address: Address): Promise<Address | null> {
    return (await findStoredToken(store, network, address)) ?? ((await bus.ask(tokenQuestion(network), address)) as Address | null)
  }
}

const keyOf = ({ network, address }: BusSubject): string => `${network} ${address}`
