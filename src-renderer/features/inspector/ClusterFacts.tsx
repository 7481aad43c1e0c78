import type { SnapshotNode } from '../../../src-shared/contract/records/index.ts'
import { sumPercent } from '../../../src-shared/domain/amount.ts'
import { countsInCluster } from '../../../src-shared/domain/labels.ts'
import { countOf, formatPercent, weightText } from '../../format/number.ts'
import { selectWallets } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { ClusterMark } from '../../ui/ClusterMark.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { AddFinding } from '../../ui/notes/AddFinding.tsx'
import { LabelTags } from '../../ui/LabelTags.tsx'
import { Percent } from '../../ui/Value.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { useFirstRows } from '../../ui/use-first-rows.tsx'
import styles from './Inspector.module.css'
import { NotesBlock } from './NotesBlock.tsx'
import { Block, Facts, Page, Unknown, WalletLink, type FactsProps } from './parts.tsx'
import { EvidenceTree } from './EvidenceTree.tsx'

const FIRST = 12

interface Props extends FactsProps {
  readonly id: number
  readonly members: readonly SnapshotNode[]
}

/** One cluster: holdings, members and evidence. */
export function ClusterFacts({ snapshot, clusters, index, id, members }: Props) {
  const explained = clusters?.clusters.find((each) => each.id === id) ?? null
  const counted = members.filter(countsInCluster)
  const pct = explained?.pct ?? sumPercent(counted.map((node) => node.percentage))
  const holders = explained?.members.filter(({ role }) => role === 'holder').length ?? counted.length
  const rows = [...members].sort((a, b) => b.percentage - a.percentage)
  const { shown, more } = useFirstRows(rows, FIRST, `Show all ${rows.length}`)
  return (
    <Page>
      <header className={styles['head']}>
        <p className={styles['kind']}>
          <ClusterMark index={id} full />
        </p>
        <h2>
          {formatPercent(pct)} · {countOf(holders, 'wallet')}
        </h2>
        {explained === null ? null : <p className="dim breaks">{explained.sentence}</p>}
        <LabelTags tags={explained?.tags ?? []} />
        <div className={styles['actions']}>
          <CopyButton text={rows.map((node) => node.address).join('\n')} label="Copy all addresses" caption="Copy all" />
          <Button kind="quiet" text="Select wallets" onClick={() => selectWallets(rows.map((node) => node.address))} />
        </div>
      </header>
      <Facts>
        <Fact name="Holding wallets">{holders}</Fact>
        <Fact name="Connecting wallets">{members.length - holders}</Fact>
        <Fact name="Weakest link">{explained === null || explained.weakest === null ? <Unknown /> : weightText(explained.weakest)}</Fact>
      </Facts>
      <NotesBlock key={`notes ${id}`} target={{ kind: 'cluster', network: snapshot.network, token_address: snapshot.token_address, cluster: id }} />
      <Block title="Members" aside={<span className="small quiet">{members.length}</span>}>
        <ul className={styles['rows']}>
          {shown.map((node) => (
            <li key={node.address} className={styles['row']}>
              <WalletLink address={node.address} nodes={index.nodes} />
              <LabelTags tags={node.tags} />
              {countsInCluster(node) ? <Percent value={node.percentage} /> : <span className="small quiet">connector</span>}
            </li>
          ))}
        </ul>
        {more}
      </Block>
      <Block title="Why these wallets are clustered">
        {explained === null || explained.tree.length === 0 ? (
          <p className="small quiet">No reasons are available for this snapshot. Read the token again to see them.</p>
        ) : (
          <EvidenceTree tree={explained.tree} weakest={explained.weakest} network={snapshot.network} nodes={index.nodes} />
        )}
        {explained === null ? null : (
          <AddFinding
            key={`finding ${id}`}
            sentence={explained.sentence}
            evidence={[{ kind: 'cluster', network: snapshot.network, token_address: snapshot.token_address, cluster: id }]}
          />
        )}
      </Block>
    </Page>
  )
}
