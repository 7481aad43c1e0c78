import { IN_COMMON_PAGE } from '../../../src-shared/contract/limits.ts'
import type { InCommonRecord } from '../../../src-shared/contract/records/in-common.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { inCommonQuery } from '../../api/common-queries.ts'
import { useClient } from '../../api/service.tsx'
import { useLongerList } from '../../api/use-longer-list.ts'
import { formatCount } from '../../format/number.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineError, QueryFailure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { NotCounted } from './NotCounted.tsx'
import { Overlaps } from './Overlaps.tsx'
import { SharedParties } from './SharedParties.tsx'
import { SharedWallets } from './SharedWallets.tsx'
import { Section } from '../../ui/Section.tsx'

const MOST = 1000

/** Several tokens side by side. */
export function Compared({ network, tokens }: { network: NetworkId; tokens: readonly string[] }) {
  const client = useClient()
  const list = useLongerList((limit) => inCommonQuery(client, network, tokens, limit), IN_COMMON_PAGE, MOST)
  const { query } = list
  const found = query.data?.value
  if (query.isLoadingError) return <QueryFailure title="Could not compare the tokens" query={query} />
  if (found === undefined) return <SkeletonRows rows={8} what="what they have in common" />
  return (
    <div aria-busy={query.isPlaceholderData || list.isFetchingMore}>
      <NotCounted network={network} tokens={found.tokens.filter(({ counted }) => counted === null)} total={null} />
      <Overlaps found={found} />
      <Section id="common-wallets" title="Wallets in common">
        {found.wallets_total === 0 ? (
          <p className="quiet">
            No wallet holds two of these tokens or has a role in both
            {found.tokens.every(({ holders_complete }) => holders_complete) ? '' : ', as far as their holders are stored'}.
            {found.services_total === 0 ? '' : ' Services are listed below.'}
          </p>
        ) : (
          <>
            <SharedWallets found={found} wallets={found.wallets} label="Wallets in common" />
            <More found={found} onMore={list.showMore} error={list.moreError} />
          </>
        )}
      </Section>
      <SharedParties found={found} />
    </div>
  )
}

function More({ found, onMore, error }: { found: InCommonRecord; onMore: (() => void) | null; error: Error | null }) {
  const rest = found.wallets_total - found.wallets.length
  if (rest <= 0) return null
  return (
    <>
      <p className="block-foot quiet">
        {formatCount(rest)} more are not listed. {onMore === null ? 'The API answers them in pages.' : <Button text="Show more" onClick={onMore} />}
      </p>
      <InlineError error={error} />
    </>
  )
}
