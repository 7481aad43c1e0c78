import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { clustersQuery, earlyQuery, type TokenRef } from '../../api/token-queries.ts'

/** What a trading wallet is known as; the first that fits, strongest first. */
export const CLASSES = ['creator', 'insider', 'bundler', 'sniper', 'cluster'] as const
export type ClassName = (typeof CLASSES)[number]

export interface WalletClass {
  readonly name: ClassName
  /** Index of its cluster, where it is in one. */
  readonly cluster: number | null
}

export const CLASS_WORDS: Readonly<Record<ClassName, { readonly word: string; readonly means: string }>> = {
  creator: { word: 'Creator', means: 'Created the token' },
  insider: { word: 'Insider', means: 'Linked to the creator' },
  bundler: { word: 'Bundler', means: 'Bought together with others near the launch' },
  sniper: { word: 'Sniper', means: 'Bought within the first blocks' },
  cluster: { word: 'Cluster', means: 'Belongs to a cluster of holders' },
}

export function classesOf(creator: string | null, early: EarlyRecord | null, clusters: ExplainedClusters | null): ReadonlyMap<string, WalletClass> {
  const clusterOf = new Map((clusters?.clusters ?? []).flatMap(({ id, members }) => members.map(({ address }) => [address, id] as const)))
  const classes = new Map<string, WalletClass>()
  const put = (name: ClassName, addresses: readonly string[]): void => {
    for (const address of addresses) if (!classes.has(address)) classes.set(address, { name, cluster: clusterOf.get(address) ?? null })
  }
  put('creator', creator === null ? [] : [creator])
  put('insider', early?.insiders.map(({ address }) => address) ?? [])
  put('bundler', early?.bundlers.map(({ address }) => address) ?? [])
  put('sniper', early?.snipers.map(({ address }) => address) ?? [])
  put('cluster', [...clusterOf.keys()])
  return classes
}

/** Classes as far as they are known by now; they fill in as the lists arrive. `known` false: only trades are stored. */
export function useWalletClasses(token: TokenRef, creator: string | null, known: boolean): ReadonlyMap<string, WalletClass> {
  const client = useClient()
  const early = useQuery({ ...earlyQuery(client, token), enabled: known && NETWORKS[token.network].metrics.snipers })
  const clusters = useQuery({ ...clustersQuery(client, token), enabled: known })
  const earlyRecord = early.data?.value ?? null
  const clusterRecord = clusters.data?.value ?? null
  return useMemo(() => classesOf(creator, earlyRecord, clusterRecord), [creator, earlyRecord, clusterRecord])
}
