import { useMemo } from 'react'
import type { ExplainedClusters, SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { linkKeyString } from '../../graph/elements/link-key.ts'
import { useGraphView } from '../../graph/view-store.ts'
import { useSelection } from '../../stores/selection.ts'
import { AddedWalletFacts } from './AddedWalletFacts.tsx'
import { ClusterFacts } from './ClusterFacts.tsx'
import { indexSnapshot } from './snapshot-index.ts'
import styles from './Inspector.module.css'
import { LinkFacts } from './LinkFacts.tsx'
import { SnapshotFacts } from './SnapshotFacts.tsx'
import { WalletFacts } from './WalletFacts.tsx'
import { SelectionFacts } from './SelectionFacts.tsx'

interface Props {
  /** null while the snapshot loads. */
  readonly snapshot: SnapshotRecord | null
  /** Reasons of the clusters; null if the snapshot has none. */
  readonly clusters: ExplainedClusters | null
  /** Why no clusters means that they are unknown; null if there truly are none. */
  readonly unknownClusters: string | null
}

/** Details and evidence of the selection, or of the whole snapshot. */
export function Inspector({ snapshot, ...rest }: Props) {
  if (snapshot === null) return <p className={styles['waiting']}>Details of the selected wallet, link or cluster appear here.</p>
  return <Selected snapshot={snapshot} {...rest} />
}

function Selected({ snapshot, clusters, unknownClusters }: Props & { readonly snapshot: SnapshotRecord }) {
  const selection = useSelection((state) => state)
  const added = useGraphView((view) => view.added)
  const index = useMemo(() => indexSnapshot(snapshot), [snapshot])
  const props = { snapshot, clusters, index }
  if (selection.link !== null) {
    const wanted = linkKeyString(selection.link)
    const addedLinks = [...added.values()].flatMap((wallet) => wallet.links)
    const link = [...index.links, ...addedLinks].find((each) => linkKeyString(each) === wanted)
    return link === undefined ? <NotInSnapshot what="This link" /> : <LinkFacts {...props} link={link} />
  }
  if (selection.cluster !== null) {
    const members = index.members(selection.cluster)
    return members.length === 0 ? <NotInSnapshot what="This cluster" /> : <ClusterFacts {...props} id={selection.cluster} members={members} />
  }
  const [first, ...others] = selection.wallets
  if (first === undefined) return <SnapshotFacts {...props} unknownClusters={unknownClusters} />
  if (others.length > 0) return <SelectionFacts {...props} wallets={selection.wallets} />
  const node = index.nodes.get(first)
  const addedWallet = added.get(first)
  if (node === undefined && addedWallet !== undefined) return <AddedWalletFacts {...props} wallet={addedWallet} />
  return node === undefined ? <NotInSnapshot what={`The wallet ${first}`} /> : <WalletFacts {...props} node={node} />
}

function NotInSnapshot({ what }: { readonly what: string }) {
  return <p className={styles['waiting']}>{what} is not in this snapshot. It may be in another one, or its balance may be too small to be listed.</p>
}
