import { explorerAddress, shortAddress } from '../../format/address.ts'
import type { AddedWallet } from '../../graph/elements/build-elements.ts'
import { removeAdded } from '../../graph/view-store.ts'
import { clearSelection } from '../../stores/selection.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { CaseTags } from '../../ui/CaseTags.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { LabelTags } from '../../ui/LabelTags.tsx'
import { Percent } from '../../ui/Value.tsx'
import { ClaimsBlock } from './claims/ClaimsBlock.tsx'
import { Neighbours } from './Neighbours.tsx'
import styles from './Inspector.module.css'
import { LinkRows } from './LinkRows.tsx'
import { NotesBlock } from './NotesBlock.tsx'
import { Block, Fact, Facts, Page, type FactsProps } from './parts.tsx'

/** A wallet that was added to the graph manually. */
export function AddedWalletFacts({ snapshot, index, wallet }: FactsProps & { readonly wallet: AddedWallet }) {
  const remove = (): void => {
    clearSelection()
    removeAdded([wallet.address])
  }
  return (
    <Page>
      <header className={styles['head']}>
        <p className={styles['kind']}>Added manually, not in this snapshot</p>
        <h2 className={styles['name']}>
          <Avatar address={wallet.address} size={18} />
          {wallet.label ?? shortAddress(wallet.address)}
        </h2>
        <p className={styles['address']}>
          <span className="mono">{wallet.address}</span>
        </p>
        <span className={styles['edge-tags']}>
          <CaseTags address={wallet.address} />
          <LabelTags tags={wallet.tags} showWallet />
        </span>
        <div className={styles['actions']}>
          <CopyButton text={wallet.address} label="Copy address" caption="Copy" />
          <ExternalLink href={explorerAddress(snapshot.network, wallet.address)}>Explorer</ExternalLink>
          <Button kind="quiet" onClick={remove}>
            Remove from graph
          </Button>
        </div>
      </header>
      <Facts>
        <Fact name="Current share of supply">{wallet.is_holder ? <Percent value={wallet.percentage} /> : 'no balance'}</Fact>
      </Facts>
      <ClaimsBlock key={`claims ${wallet.address}`} network={snapshot.network} wallets={[wallet.address]} />
      <NotesBlock key={`notes ${wallet.address}`} target={{ kind: 'wallet', network: snapshot.network, address: wallet.address }} />
      <Block title="Links" aside={<span className={styles['quiet']}>{wallet.links.length}</span>}>
        <LinkRows links={wallet.links} from={wallet.address} snapshot={snapshot} index={index} />
      </Block>
      <Neighbours key={wallet.address} snapshot={snapshot} index={index} wallet={wallet.address} />
    </Page>
  )
}
