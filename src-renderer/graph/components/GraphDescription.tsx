import { useMemo } from 'react'
import type { SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { tokenName } from '../../../src-shared/domain/shown.ts'
import { countOf, formatPercent } from '../../format/number.ts'
import { shortAddress } from '../../format/address.ts'
import type { GraphElements } from '../elements/elements.ts'
import { NODE_STYLES } from '../elements/style-table.ts'
import { PlainHead } from '../../ui/PlainTable.tsx'

const MAX_CLUSTERS = 20
const MAX_WALLETS = 20

/** The content of the graph for screen readers: a summary and two tables. */
export function GraphDescription({ id, snapshot, elements }: { id: string; snapshot: SnapshotRecord; elements: GraphElements }) {
  const largest = useMemo(() => [...elements.nodes].sort((a, b) => b.percentage - a.percentage).slice(0, MAX_WALLETS), [elements])
  const clustered = elements.clusters.reduce((sum, cluster) => sum + cluster.pct, 0)
  return (
    <div className="visually-hidden">
      <p id={id}>
        {tokenName(snapshot.token_metadata)}: {countOf(elements.nodes.length, 'address', 'addresses')} and {countOf(elements.links.length, 'link')}.{' '}
        {elements.clusters.length === 0
          ? 'It shows no clusters.'
          : `${countOf(elements.clusters.length, 'cluster')} hold ${formatPercent(clustered)} of supply.`}{' '}
        Arrow keys pan, plus and minus zoom, F fits everything, N selects the next cluster, W the next wallet, and Escape clears the selection.
      </p>
      <table>
        <caption>Clusters, largest first</caption>
        <PlainHead columns={['Cluster', 'Share', 'Wallets']} />
        <tbody>
          {elements.clusters.slice(0, MAX_CLUSTERS).map((cluster) => (
            <tr key={cluster.id}>
              <td>{cluster.id + 1}</td>
              <td>{formatPercent(cluster.pct)}</td>
              <td>{cluster.holders}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <caption>Largest addresses in the graph</caption>
        <PlainHead columns={['Address', 'Kind', 'Share', 'Cluster']} />
        <tbody>
          {largest.map((node) => (
            <tr key={node.id}>
              <td>{node.name ?? shortAddress(node.id)}</td>
              <td>{NODE_STYLES[node.kind].label}</td>
              <td>{formatPercent(node.percentage)}</td>
              <td>{node.cluster === null ? 'none' : node.cluster + 1}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
