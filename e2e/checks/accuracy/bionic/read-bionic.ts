import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { TransferFact } from '../../../../src-shared/domain/events.ts'
import type { AccountKind } from '../../../../src-shared/domain/token.ts'
import { components } from '../../../../src-main/detectors/clusters/graph/union-find.ts'
import type { KnownLabel, TokenFacts } from '../../../../src-main/detectors/facts.ts'
import { readRows } from '../csv.ts'
import { createFacts } from '../recorded-facts.ts'
import { estimateBlockTime } from './block-times.ts'

/** Decimals of Bionic (BNC) on Ethereum. */
const DECIMALS = 8
const WEI = 1e18

/** Clusters from a published program, by wallet. */
export interface PeerAnswers {
  /** Wallets that pay into one deposit address of an exchange. */
  readonly deposits: ReadonlyMap<string, string>
  /** Wallets that sent their airdrop to one wallet, and that wallet. */
  readonly airdrops: ReadonlyMap<string, string>
}

export interface BionicFolder {
  readonly facts: TokenFacts
  readonly peer: PeerAnswers
}

/**
 * A whole ERC-20 token in the files of etherclust. Wallets that the program clusters count as holders of one raw unit if their balance is
 * empty, because the detectors examine holders only.
 */
export function readBionic(directory: string): BionicFolder {
  const peer = readPeer(directory)
  const columns = ['address', 'blockNumber', 'eventName', 'source', 'target', 'amount']
  const rows = readRows(directory, 'bionic.csv.gz', columns)
  const transfers = rows.map(([, block = '', , from = '', to = '', raw = ''], i) => toTransfer(i, Number(block), from, to, BigInt(raw)))
  const token = rows[0]?.[0] ?? ''
  const calls = readRows(directory, 'bionictx.csv.gz', ['blockNumber', 'action.from', 'action.to', 'action.value', 'traceAddress'])
  const payments = calls.map(([block = '', from = '', to = '', ether = ''], i) =>
    toTransfer(i, Number(block), from, to, BigInt(Math.round(Number(ether) * WEI))),
  )
  // Only a contract makes a call inside a transaction.
  const contracts = calls.flatMap(([, from = '', , , trace]) => (trace === '[]' ? [] : [from]))
  const exchanges = readRows(directory, 'exchanges.csv.gz', ['address', 'name', 'accountType', 'type'])
  const bare = createFacts({
    network: 'eth',
    token,
    holders: findHolders(transfers, peer),
    links: [],
    funding: [],
    labels: new Map(exchanges.map(([address = '', name = '']): [string, KnownLabel] => [address, { name, tags: ['exchange'], linkPolicy: 'hub' }])),
    at: Math.max(...transfers.map(({ time }) => time ?? 0)),
  })
  return {
    facts: {
      ...bare,
      token: { ...bare.token, symbol: 'BNC', decimals: DECIMALS },
      transfers,
      nativeTransfers: payments.filter(({ raw }) => raw > 0n),
      accounts: new Map(contracts.map((address): [string, AccountKind] => [address, 'contract'])),
    },
    peer,
  }
}

function toTransfer(row: number, block: number, from: string, to: string, raw: bigint): TransferFact {
  return {
    position: { block, tx: row, event: 0 },
    time: estimateBlockTime(block),
    tx: `row ${row} in block ${block}`,
    from: trustedAddress(from),
    to: trustedAddress(to),
    raw,
  }
}

function findHolders(transfers: readonly TransferFact[], { deposits, airdrops }: PeerAnswers): { address: string; raw: bigint }[] {
  const balances = new Map<string, bigint>()
  for (const { from, to, raw } of transfers) {
    balances.set(from, (balances.get(from) ?? 0n) - raw)
    balances.set(to, (balances.get(to) ?? 0n) + raw)
  }
  for (const address of [...deposits.keys(), ...airdrops.keys()]) if ((balances.get(address) ?? 0n) <= 0n) balances.set(address, 1n)
  return [...balances].flatMap(([address, raw]) => (raw > 0n ? [{ address, raw }] : []))
}

function readPeer(directory: string): PeerAnswers {
  const triplets = readRows(directory, 'tokendeposittriplets.csv.gz', ['user', 'deposit', 'exchange'])
  const groups = groupByLinks(triplets.map(([user = '', deposit = '']) => [user, deposit]))
  const entities = readRows(directory, 'airdrop-entities.csv.gz', ['Id', 'entity', 'network'])
  return {
    deposits: new Map(triplets.map(([user = '']): [string, string] => [user, String(groups.get(user))])),
    airdrops: new Map(entities.map(([address = '', entity = '']): [string, string] => [address, entity])),
  }
}

/** Group number of each linked address. */
function groupByLinks(links: readonly (readonly [string, string])[]): ReadonlyMap<string, number> {
  const addresses = [...new Set(links.flat())]
  const ids = new Map(addresses.map((address, id) => [address, id]))
  const [from, to] = [0, 1].map((end) => Int32Array.from(links, (link) => ids.get(link[end] ?? '') ?? 0))
  const groups = components(addresses.length, from ?? new Int32Array(), to ?? new Int32Array())
  return new Map(addresses.map((address, id) => [address, groups[id] ?? id]))
}
