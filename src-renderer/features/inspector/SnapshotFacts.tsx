import type { ExplainedClusters } from '../../../src-shared/contract/records/index.ts'
import { sumPercent } from '../../../src-shared/domain/amount.ts'
import { tokenName } from '../../../src-shared/domain/shown.ts'
import { countsInCluster } from '../../../src-shared/domain/labels.ts'
import { countOf, formatCount } from '../../format/number.ts'
import { exactTime, formatMoment } from '../../format/time.ts'
import { selectCluster, selectWallets } from '../../stores/selection.ts'
import { ClusterMark } from '../../ui/ClusterMark.tsx'
import { Percent } from '../../ui/Value.tsx'
import { clustersSentence } from './clusters-sentence.ts'
import { countNodes } from './snapshot-index.ts'
import { Fact } from '../../ui/Fact.tsx'
import styles from './Inspector.module.css'
import { NotesBlock } from './NotesBlock.tsx'
import { Block, Facts, Page, Unknown, WalletLink, type FactsProps } from './parts.tsx'
import { NoteList } from '../../ui/States.tsx'

const TOP = 8

function ruleSetLabel({ rule_set: { version, changed } }: ExplainedClusters): string {
  return changed.length === 0 ? `set ${version} (default)` : `set ${version} (${countOf(changed.length, 'threshold')} changed)`
}

/** Shown when nothing is selected. */
export function SnapshotFacts({ snapshot, clusters, index, unknownClusters }: FactsProps & { readonly unknownClusters: string | null }) {
  const counts = countNodes(snapshot, index)
  const shares = clusterShares(snapshot, clusters)
  const largest = snapshot.nodes.filter((node) => node.is_holder).slice(0, TOP)
  const { token_metadata: token } = snapshot
  const unknown = shares.length === 0 ? unknownClusters : null
  const clusterCount = (count: number) => (unknown === null ? formatCount(count) : <Unknown why={unknown} />)
  return (
    <Page>
      <header className={styles['head']}>
        <h2>{tokenName(token)}</h2>
        <p className="dim breaks">
          {clustersSentence({
            wallets: counts.clustered,
            clusters: shares.length,
            share: clusters?.total_cluster_pct ?? counts.clusteredPct,
            holders: counts.holders,
            unknown: unknownClusters,
          })}
        </p>
      </header>
      <Facts>
        <Fact name="Snapshot">
          <span title={exactTime(snapshot.timestamp)}>{formatMoment(snapshot.timestamp)}</span>
        </Fact>
        <Fact name="Holders on chain">
          {token.holder_count === null ? <Unknown why="The source lists only the largest holders." /> : formatCount(token.holder_count)}
        </Fact>
        <Fact name="Holders in the snapshot">{formatCount(counts.holders)}</Fact>
        <Fact name="In clusters">{clusterCount(counts.clustered)}</Fact>
        <Fact name="Not clustered">{clusterCount(counts.unclustered)}</Fact>
        <Fact name="Funders, pass-through">{formatCount(counts.passThrough)}</Fact>
        <Fact name="Pools, exchanges, locks">{formatCount(counts.services)}</Fact>
        <Fact name="Links">{formatCount(counts.links)}</Fact>
        <Fact name="Rules">
          {clusters === null ? <Unknown why="Snapshots store clusters, not the thresholds behind them." /> : ruleSetLabel(clusters)}
        </Fact>
        <Fact name="Creator">{token.creator === null ? <Unknown /> : <WalletLink address={token.creator} nodes={index.nodes} />}</Fact>
      </Facts>
      <NotesBlock target={{ kind: 'token', network: snapshot.network, address: snapshot.token_address }} />
      {shares.length === 0 ? null : (
        <Block title="Largest clusters">
          <ul className={styles['rows']}>
            {shares.slice(0, TOP).map(({ id, pct, wallets }) => (
              <li key={id}>
                <button type="button" className={styles['row']} onClick={() => selectCluster(id)}>
                  <ClusterMark index={id} full />
                  <span className="small quiet truncate">{countOf(wallets, 'wallet')}</span>
                  <Percent value={pct} />
                </button>
              </li>
            ))}
          </ul>
        </Block>
      )}
      {largest.length === 0 ? null : (
        <Block title="Largest holders">
          <ul className={styles['rows']}>
            {largest.map((node) => (
              <li key={node.address} className={styles['row']}>
                <WalletLink address={node.address} nodes={index.nodes} />
                <Percent value={node.percentage} />
              </li>
            ))}
          </ul>
        </Block>
      )}
      {clusters === null || clusters.notes.length === 0 ? null : (
        <Block title="Limitations">
          <NoteList className="small dim" notes={clusters.notes} />
        </Block>
      )}
      {counts.clustered === 0 ? null : (
        <p className="small quiet">
          <button
            type="button"
            className={styles['text-button']}
            onClick={() => selectWallets(snapshot.nodes.filter((node) => node.cluster !== null).map((node) => node.address))}
          >
            Select all clustered wallets
          </button>
        </p>
      )}
    </Page>
  )
}

interface ClusterShare {
  readonly id: number
  readonly pct: number
  readonly wallets: number
}

/** Shares of the explained clusters if available, else summed from the snapshot. */
function clusterShares(snapshot: FactsProps['snapshot'], clusters: FactsProps['clusters']): ClusterShare[] {
  if (clusters !== null) {
    return clusters.clusters.map(({ id, pct, members }) => ({ id, pct, wallets: members.filter((member) => member.role === 'holder').length }))
  }
  const sums = new Map<number, ClusterShare>()
  for (const node of snapshot.nodes) {
    if (node.cluster === null || !countsInCluster(node)) continue
    const sum = sums.get(node.cluster) ?? { id: node.cluster, pct: 0, wallets: 0 }
    sums.set(node.cluster, { id: node.cluster, pct: sumPercent([sum.pct, node.percentage]), wallets: sum.wallets + 1 })
  }
  return [...sums.values()].sort((a, b) => b.pct - a.pct || a.id - b.id)
}
