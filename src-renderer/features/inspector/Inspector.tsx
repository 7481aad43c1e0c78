import { useMemo } from 'react'
import type { ExplainedClusters, SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { linkKeyString } from '../../graph/elements/link-key.ts'
import { useGraphView } from '../../graph/view-store.ts'
import { useSelection } from '../../stores/selection.ts'
import { AddedFacts } from './AddedFacts.tsx'
import { ClusterFacts } from './ClusterFacts.tsx'
import { indexOf } from './index-of.ts'
import styles from './Inspector.module.css'
import { LinkFacts } from './LinkFacts.tsx'
import { PictureFacts } from './PictureFacts.tsx'
import { WalletFacts } from './WalletFacts.tsx'
import { WalletsFacts } from './WalletsFacts.tsx'

interface Props {
  /** null while there is none to read from. */
  readonly snapshot: SnapshotRecord | null
  /** Why wallets are together; null where the snapshot has no such explanation. */
  readonly clusters: ExplainedClusters | null
}

/** Facts and evidence about what is selected; with nothing selected, about the whole picture. */
export function Inspector({ snapshot, clusters }: Props) {
  if (snapshot === null) return <p className={styles['waiting']}>Details of the selected wallet, link or cluster appear here.</p>
  return <Selected snapshot={snapshot} clusters={clusters} />
}

function Selected({ snapshot, clusters }: { readonly snapshot: SnapshotRecord; readonly clusters: ExplainedClusters | null }) {
  const selection = useSelection((state) => state)
  const added = useGraphView((view) => view.added)
  const index = useMemo(() => indexOf(snapshot), [snapshot])
  const props = { snapshot, clusters, index }
  if (selection.link !== null) {
    const wanted = linkKeyString(selection.link)
    const brought = [...added.values()].flatMap((wallet) => wallet.links)
    const link = [...index.links, ...brought].find((each) => linkKeyString(each) === wanted)
    return link === undefined ? <NotHere what="This link" /> : <LinkFacts {...props} link={link} />
  }
  if (selection.cluster !== null) {
    const members = index.members(selection.cluster)
    return members.length === 0 ? <NotHere what="This cluster" /> : <ClusterFacts {...props} id={selection.cluster} members={members} />
  }
  const [first, ...others] = selection.wallets
  if (first === undefined) return <PictureFacts {...props} />
  if (others.length > 0) return <WalletsFacts {...props} wallets={selection.wallets} />
  const node = index.nodes.get(first)
  const stranger = added.get(first)
  if (node === undefined && stranger !== undefined) return <AddedFacts {...props} wallet={stranger} />
  return node === undefined ? <NotHere what={`The wallet ${first}`} /> : <WalletFacts {...props} node={node} />
}

function NotHere({ what }: { readonly what: string }) {
  return <p className={styles['waiting']}>{what} is not in this snapshot. It may be in another one, or its balance may be too small to be listed.</p>
}
