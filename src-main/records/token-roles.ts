import { NOT_A_MEMBER } from '../../src-shared/domain/labels.ts'
import type { FirstRead } from '../../src-shared/domain/token.ts'
import type { RoleRow, TokenRoles } from '../../src-shared/domain/token-roles.ts'
import { depositSenders } from '../detectors/clusters/rules/sinks.ts'
import type { Findings } from '../detectors/findings.ts'
import { clusterIds } from './holders.ts'
import { createResults, createRoles, unknownRoles } from './wallet-in-token.ts'

/** Wallets of a token that have a role, are in a cluster or are a service, by address; and the senders to deposit addresses. */
export function tokenRoles(findings: Findings, firstRead: FirstRead | null): Pick<TokenRoles, 'unknown' | 'wallets' | 'deposits'> {
  const { index, labels, snipers, bundles, insiders } = findings
  const clusters = clusterIds(findings)
  const roles = createRoles(findings)
  const isService = (address: string): boolean => index.isHub(address) || labels.tags(address).some((tag) => NOT_A_MEMBER.has(tag))
  const services = index.balances.ranked.flatMap(({ address }) => (isService(address) ? [address] : []))
  const addresses = new Set([
    ...clusters.keys(),
    ...[...snipers, ...bundles.bundlers, ...insiders].map(({ address }) => address),
    ...(index.creator === null ? [] : [index.creator]),
    ...services,
  ])
  const results = createResults(findings, addresses)
  const wallets = [...addresses].sort().map((address): RoleRow => {
    const own = roles.of(address)
    const { first_trade: firstTrade, last_trade: lastTrade, ...figures } = results.of(address)
    const cluster = clusters.get(address) ?? null
    return { address, roles: own, cluster, isService: isService(address), firstTrade, lastTrade, figures: own.length > 0 ? figures : null }
  })
  const deposits = [...depositSenders(index)].flatMap(([deposit, senders]) => [...senders.keys()].map((sender) => ({ deposit, sender })))
  return { unknown: unknownRoles(findings, firstRead), wallets, deposits }
}
