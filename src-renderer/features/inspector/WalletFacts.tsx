import { Link } from '@tanstack/react-router'
import type { SnapshotNode } from '../../../src-shared/contract/records/index.ts'
import { LARGEST_ONLY } from '../../../src-shared/domain/partial-holders.ts'
import { statedBalance } from '../../../src-shared/domain/snapshot-diff.ts'
import { formatCount, formatUsd } from '../../format/number.ts'
import { exactTime, formatMoment } from '../../format/time.ts'
import { selectCluster, selectWallets } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { ClusterMark } from '../../ui/ClusterMark.tsx'
import { Amount, Percent } from '../../ui/Value.tsx'
import { ClaimsBlock } from './claims/ClaimsBlock.tsx'
import { neighbourhood } from './snapshot-index.ts'
import { Fact } from '../../ui/Fact.tsx'
import { WalletHead } from './WalletHead.tsx'
import styles from './Inspector.module.css'
import { LinkRows } from './LinkRows.tsx'
import { Neighbours } from './Neighbours.tsx'
import { PathTarget } from './PathTarget.tsx'
import { WalletClasses } from './WalletClasses.tsx'
import { NotesBlock } from './NotesBlock.tsx'
import { Block, Facts, Page, Unknown, type FactsProps } from './parts.tsx'

/** One wallet: type, holdings and links. */
export function WalletFacts({ snapshot, index, node }: FactsProps & { readonly node: SnapshotNode }) {
  const links = index.linksOf(node.address)
  const neighbours = neighbourhood(index, node.address)
  const isKnown = statedBalance(snapshot, node) !== null
  const isCreator = snapshot.token_metadata.creator === node.address
  return (
    <Page>
      <WalletHead
        network={snapshot.network}
        wallet={node}
        kind={isCreator ? 'Token creator' : node.is_holder ? 'Holder' : isKnown ? 'No balance' : 'No stored balance'}
      >
        <Link className="button button-quiet" to="/w/$on/$wallet" params={{ on: snapshot.network, wallet: node.address }}>
          All tokens
        </Link>
        <Link className="button button-quiet" to="/w/$on/$wallet" params={{ on: snapshot.network, wallet: node.address }} hash="wallet-trace">
          Trace
        </Link>
        <Button kind="quiet" text="Select neighbours" onClick={() => selectWallets(neighbours)} disabled={neighbours.length < 2} />
      </WalletHead>
      <Facts>
        <Fact name="Share of supply">{isKnown ? <Percent value={node.percentage} /> : <Unknown why={LARGEST_ONLY} />}</Fact>
        <Fact name="Balance">{isKnown ? <Amount value={node.balance} unit={snapshot.token_metadata.symbol} /> : <Unknown why={LARGEST_ONLY} />}</Fact>
        <Fact name="Value">
          {!isKnown ? (
            <Unknown why={LARGEST_ONLY} />
          ) : node.balance_usd === null ? (
            <Unknown why="No price is known for this time." />
          ) : (
            formatUsd(node.balance_usd)
          )}
        </Fact>
        <Fact name="Rank">{node.rank === null ? <Unknown why="Only holders have a rank." /> : `#${formatCount(node.rank)}`}</Fact>
        <Fact name="Cluster">{node.cluster === null ? 'none' : <ClusterButton id={node.cluster} />}</Fact>
        <Fact name="First seen">
          {node.first_seen === null ? (
            <Unknown why="The source provides no timestamps." />
          ) : (
            <span title={exactTime(node.first_seen)}>{formatMoment(node.first_seen)}</span>
          )}
        </Fact>
      </Facts>
      <ClaimsBlock key={`claims ${node.address}`} network={snapshot.network} wallets={[node.address]} />
      <NotesBlock key={`notes ${node.address}`} target={{ kind: 'wallet', network: snapshot.network, address: node.address }} />
      <WalletClasses key={node.address} snapshot={snapshot} wallet={node.address} />
      <Block title="Links" aside={<span className="small quiet">{links.length}</span>}>
        {links.length === 0 ? (
          <p className="small quiet">No transfers or funding between this address and others in this snapshot.</p>
        ) : (
          <LinkRows links={links} from={node.address} snapshot={snapshot} index={index} />
        )}
      </Block>
      <Block title="Path to another wallet">
        <PathTarget key={node.address} from={node.address} index={index} />
      </Block>
      <Neighbours key={node.address} snapshot={snapshot} index={index} wallet={node.address} />
    </Page>
  )
}

function ClusterButton({ id }: { readonly id: number }) {
  return (
    <button type="button" className={styles['text-button']} onClick={() => selectCluster(id)}>
      <ClusterMark index={id} full />
    </button>
  )
}
