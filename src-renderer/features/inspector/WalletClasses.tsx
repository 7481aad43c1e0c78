import { useQuery } from '@tanstack/react-query'
import type { WalletRecord } from '../../../src-shared/contract/records/evidence.ts'
import { walletQuery } from '../../api/evidence-queries.ts'
import { useClient } from '../../api/service.tsx'
import { WALLET_CLASS_TEXT } from '../../format/wallet-class-text.ts'
import { QueryFailure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Block, Evidence, Facts, Unknown, type FactsProps } from './parts.tsx'
import { Fact } from '../../ui/Fact.tsx'

/** The classes of a wallet by the currently stored facts: tax recipient, fresh, never bought. */
export function WalletClasses({ snapshot, wallet }: Pick<FactsProps, 'snapshot'> & { readonly wallet: string }) {
  const query = useQuery(walletQuery(useClient(), { network: snapshot.network, address: snapshot.token_address }, wallet))
  const classes = query.data?.value.classes ?? []
  return (
    <Block title="Classes">
      <QueryFailure title="Could not load the wallet’s classes" query={query} />
      {query.isPending ? <SkeletonRows rows={4} what="classes" /> : null}
      <Facts>
        {classes.map((each) => (
          <Fact key={each.name} name={WALLET_CLASS_TEXT[each.name].question}>
            <span title={`${each.sentence} (${each.threshold})`}>{answer(each)}</span>
          </Fact>
        ))}
      </Facts>
      {classes
        .filter(({ name, holds }) => name === 'tax_recipient' && holds === true)
        .map(({ name, sentence, evidence }) => (
          <div key={name}>
            <p className="small quiet">{sentence}</p>
            <Evidence network={snapshot.network} ids={evidence} />
          </div>
        ))}
    </Block>
  )
}

function answer({ holds, value, sentence }: WalletRecord['classes'][number]) {
  if (holds === null) return <Unknown why={sentence} />
  return holds ? `yes${value === null ? '' : `, ${value}`}` : 'no'
}
