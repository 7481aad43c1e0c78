import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { WalletOverview } from '../../../src-shared/contract/records/wallets.ts'
import { isNetworkId, NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { walletOverviewQuery } from '../../api/wallet-queries.ts'
import { explorerAddress } from '../../format/address.ts'
import { countOf } from '../../format/number.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { CaseTags } from '../../ui/CaseTags.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { QueryFailure } from '../../ui/Failure.tsx'
import { LabelTags } from '../../ui/LabelTags.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { TradingHours } from './TradingHours.tsx'
import { Section } from '../../ui/Section.tsx'
import { WalletNeighbours } from './WalletNeighbours.tsx'
import { WalletParties } from './WalletParties.tsx'
import { WalletTokens } from './WalletTokens.tsx'
import { WalletTrace } from './WalletTrace.tsx'

/** One wallet across every stored token of its network. */
export function WalletPage() {
  const { on, wallet } = useParams({ from: '/w/$on/$wallet' })
  return isNetworkId(on) ? (
    <Wallet network={on} address={wallet} />
  ) : (
    <EmptyState level={1} title="Unknown network">
      <p>“{on}” is not a network that Holderscope reads.</p>
    </EmptyState>
  )
}

function Wallet({ network, address }: { network: WalletOverview['network']; address: string }) {
  const query = useQuery(walletOverviewQuery(useClient(), network, address))
  const found = query.data?.value
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="row">
          <Avatar address={found?.address ?? address} size={20} />
          {found?.label ?? `Wallet on ${NETWORKS[network].name}`}
        </h1>
        <p className="row wrap breaks">
          <span className="mono">{found?.address ?? address}</span>
          <CopyButton text={found?.address ?? address} label="Copy address" />
          <ExternalLink href={explorerAddress(network, found?.address ?? address)}>Explorer</ExternalLink>
          <CaseTags address={found?.address ?? address} />
          {found === undefined ? null : <LabelTags tags={found.tags} />}
        </p>
        <p className="quiet">This wallet across all tokens stored on this machine.</p>
      </header>
      {query.isPending ? <SkeletonRows rows={6} what="the wallet" /> : null}
      <QueryFailure title="Could not load the wallet" query={query} />
      {found === undefined ? null : <Found found={found} />}
    </div>
  )
}

function Found({ found }: { found: WalletOverview }) {
  const trades = found.hours.reduce((sum, count) => sum + count, 0)
  return (
    <>
      <Section id="wallet-tokens" title="Tokens">
        {found.tokens.length === 0 ? (
          <p className="quiet">No stored token involves this wallet. Tokens that it holds, traded or created appear here once they are read.</p>
        ) : (
          <WalletTokens found={found} />
        )}
      </Section>
      <WalletParties found={found} />
      <WalletNeighbours found={found} />
      <WalletTrace key={found.address} found={found} />
      {trades === 0 ? null : (
        <Section id="wallet-hours" title="Active hours">
          <p className="block-text">{countOf(trades, 'transaction')} with trades that it signed, by hour of the day in UTC.</p>
          <TradingHours hours={found.hours} />
        </Section>
      )}
    </>
  )
}
