import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import { useUnderCase } from '../../api/claims.tsx'
import { useClient } from '../../api/service.tsx'
import { clustersQuery, earlyQuery, type TokenRef } from '../../api/token-queries.ts'

/** Roles of trading wallets, strongest first. The first match wins. */
export const ROLES = ['creator', 'insider', 'bundler', 'sniper', 'cluster'] as const
export type Role = (typeof ROLES)[number]

export interface WalletRole {
  readonly name: Role
  /** Index of its cluster, if any. */
  readonly cluster: number | null
}

export const ROLE_TEXT: Readonly<Record<Role, { readonly label: string; readonly description: string }>> = {
  creator: { label: 'Creator', description: 'Created the token' },
  insider: { label: 'Insider', description: 'Linked to the creator' },
  bundler: { label: 'Bundler', description: 'Bought together with others near the launch' },
  sniper: { label: 'Sniper', description: 'Bought within the first blocks' },
  cluster: { label: 'Cluster', description: 'Belongs to a cluster of holders' },
}

export function assignRoles(creator: string | null, early: EarlyRecord | null, clusters: ExplainedClusters | null): ReadonlyMap<string, WalletRole> {
  const clusterOf = new Map((clusters?.clusters ?? []).flatMap(({ id, members }) => members.map(({ address }) => [address, id] as const)))
  const classes = new Map<string, WalletRole>()
  const put = (name: Role, addresses: readonly string[]): void => {
    for (const address of addresses) if (!classes.has(address)) classes.set(address, { name, cluster: clusterOf.get(address) ?? null })
  }
  put('creator', creator === null ? [] : [creator])
  put('insider', early?.insiders.map(({ address }) => address) ?? [])
  put('bundler', early?.bundlers.map(({ address }) => address) ?? [])
  put('sniper', early?.snipers.map(({ address }) => address) ?? [])
  put('cluster', [...clusterOf.keys()])
  return classes
}

/** Roles known so far. They are completed as the lists load. `known` is false if only trades are stored. */
export function useWalletRoles(token: TokenRef, creator: string | null, known: boolean): ReadonlyMap<string, WalletRole> {
  const client = useClient()
  const early = useQuery({ ...earlyQuery(client, token), enabled: known })
  const clusters = useQuery({ ...clustersQuery(client, token, useUnderCase()), enabled: known })
  const earlyRecord = early.data?.value ?? null
  const clusterRecord = clusters.data?.value ?? null
  return useMemo(() => assignRoles(creator, earlyRecord, clusterRecord), [creator, earlyRecord, clusterRecord])
}
