import { readFileSync } from 'node:fs'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { FLAG_IDS, readFlag, unknownFlag, type FlagId, type SecurityFacts } from '../../../src-main/chains/security/facts.ts'
import type { ScanInput } from '../../../src-main/scan/input.ts'
import type { Need } from '../../../src-main/scan/rule.ts'
import { readWeights } from '../../../src-main/scan/weights.ts'

/** Scan facts of a clean token. Tests change one fact at a time. */

export const weights = readWeights(readFileSync(new URL('../../../resources/scan/score-weights.json', import.meta.url)))

const NOW = 1_767_225_600
const NOTHING = { objectId: null, ownerKind: null, version: null }

const DETAILS: Readonly<Record<'evm' | 'solana' | 'sui', SecurityFacts['details']>> = {
  evm: { family: 'evm', owner: null, implementation: null },
  solana: {
    family: 'solana',
    program: trustedAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
    isToken2022: false,
    extensions: [],
    uri: null,
    defaultAccountState: null,
    authorities: {},
    maxFeeRaw: null,
    scheduledTax: null,
    frozenTopOwners: [],
    tokenAccounts: new Map(),
  },
  sui: { family: 'sui', treasury: NOTHING, deny: NOTHING, upgrade: NOTHING, metadata: NOTHING, packageId: null },
}

const cleanFlag = (value: boolean): SecurityFacts['flags'][FlagId] => readFlag(value, 'Read in a test.', 7)

function cleanFacts(network: NetworkId): SecurityFacts {
  const flags = Object.fromEntries(FLAG_IDS.map((id) => [id, cleanFlag(id === 'renounced' || id === 'verified')]))
  const none = { pct: 0, how: 'No tax was taken.' }
  return {
    readAt: { unit: 'block', number: 7, time: NOW },
    flags,
    taxes: { buy: none, sell: none, transfer: none, settablePct: null },
    exit: { score: 0, message: 'Every simulated sell passes.' },
    liquidity: [
      {
        pool: trustedAddress('pool'),
        quote: trustedAddress('quote'),
        quoteRaw: 10n ** 18n,
        quoteUsd: 50_000,
        lockedPct: 100,
        locks: [{ percentage: 100, type: 'burn', unlockAt: null }],
        largestFreePct: 0,
        largestFreeOwner: null,
      },
    ],
    simulatedWith: 'a test',
    partial: [],
    raw: {},
    details: DETAILS[NETWORKS[network].family],
  }
}

export function cleanInput(network: NetworkId): ScanInput {
  return {
    token: {
      network,
      address: trustedAddress('token'),
      name: 'Clean',
      symbol: 'CLN',
      decimals: 6,
      totalSupply: 1_000_000n,
      logo: null,
      creator: trustedAddress('creator'),
      owner: null,
      createdAt: NOW - 86_400,
      createdBlock: 1,
      createdTx: 'tx',
      origin: 'node',
      asOf: NOW,
      asOfBlock: 7,
      holderCount: 500,
      notes: [],
    },
    facts: cleanFacts(network),
    holders: { top: [{ address: trustedAddress('one'), raw: 20_000n, tags: ['wallet'] }], count: 500 },
    origin: { clusterPct: 0, bundlersPct: 0, insidersPct: 0, snipersPct: 0 },
    creatorRaw: 0n,
    creatorTokens: { made: 1, rugged: [], alive: 1 },
    socials: [],
    logo: null,
    now: NOW,
  }
}

const UNREAD = { pct: null, how: 'No node.' }

/** The same input with the facts that `hidden` selects set to unknown. */
export function hideFacts(input: ScanInput, hidden: (need: Need) => boolean): ScanInput {
  const { facts, holders, origin, token } = input
  const flags = Object.fromEntries(FLAG_IDS.map((id) => [id, hidden(id) ? unknownFlag('No node.') : facts.flags[id]]))
  return {
    ...input,
    facts: {
      ...facts,
      flags,
      taxes: hidden('taxes') ? { buy: UNREAD, sell: UNREAD, transfer: UNREAD, settablePct: null } : facts.taxes,
      liquidity: hidden('liquidity') ? null : facts.liquidity,
    },
    token: hidden('age') ? { ...token, createdAt: null } : token,
    holders: hidden('holders') ? { top: [], count: null } : holders,
    origin: hidden('origin') ? { clusterPct: null, bundlersPct: null, insidersPct: null, snipersPct: null } : origin,
    creatorTokens: hidden('creator') ? null : input.creatorTokens,
  }
}
