import { LARGEST_ONLY } from '../../../src-shared/domain/partial-holders.ts'
import { statedBalance, type HolderCounted } from '../../../src-shared/domain/snapshot-diff.ts'
import type { AddedWallet } from '../../graph/elements/build-elements.ts'
import { removeAdded } from '../../graph/view-store.ts'
import { clearSelection } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Percent } from '../../ui/Value.tsx'
import { ClaimsBlock } from './claims/ClaimsBlock.tsx'
import { Neighbours } from './Neighbours.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { WalletHead } from './WalletHead.tsx'
import { LinkRows } from './LinkRows.tsx'
import { NotesBlock } from './NotesBlock.tsx'
import { Block, Facts, Page, Unknown, type FactsProps } from './parts.tsx'

/** A wallet that was added to the graph manually. */
export function AddedWalletFacts({ snapshot, index, wallet }: FactsProps & { readonly wallet: AddedWallet }) {
  const remove = (): void => {
    clearSelection()
    removeAdded([wallet.address])
  }
  return (
    <Page>
      <WalletHead network={snapshot.network} wallet={wallet} kind="Added manually, not in this snapshot">
        <Button kind="quiet" text="Remove from graph" onClick={remove} />
      </WalletHead>
      <Facts>
        <Fact name="Current share of supply">
          <CurrentShare snapshot={snapshot} wallet={wallet} />
        </Fact>
      </Facts>
      <ClaimsBlock key={`claims ${wallet.address}`} network={snapshot.network} wallets={[wallet.address]} />
      <NotesBlock key={`notes ${wallet.address}`} target={{ kind: 'wallet', network: snapshot.network, address: wallet.address }} />
      <Block title="Links" aside={<span className="small quiet">{wallet.links.length}</span>}>
        <LinkRows links={wallet.links} from={wallet.address} snapshot={snapshot} index={index} />
      </Block>
      <Neighbours key={wallet.address} snapshot={snapshot} index={index} wallet={wallet.address} />
    </Page>
  )
}

export function CurrentShare({
  snapshot,
  wallet,
}: {
  readonly snapshot: HolderCounted
  readonly wallet: Pick<AddedWallet, 'is_holder' | 'percentage'>
}) {
  if (wallet.is_holder) return <Percent value={wallet.percentage} />
  return statedBalance(snapshot, { is_holder: false, balance: 0 }) === null ? <Unknown why={LARGEST_ONLY} /> : 'no balance'
}
