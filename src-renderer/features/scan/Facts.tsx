import type { ScanReport } from '../../../src-shared/contract/records/scan.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { explorerPool } from '../../format/address.ts'
import { exactTime, formatAge } from '../../format/time.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Amount, Percent } from '../../ui/Value.tsx'
import { AmountCell, PercentCell, PlainTable } from '../../ui/PlainTable.tsx'
import { factGroups, lockedShare, lockRows, type Fact as ScanFact } from './scan-facts.ts'
import { Section } from '../../ui/Section.tsx'
import { Fact } from '../../ui/Fact.tsx'
import styles from './ScanView.module.css'

type Advanced = ScanReport['results']['advanced']

/** All flags and facts of the report, by subject. */
export function Facts({ report: { results, token } }: { report: ScanReport }) {
  const creatorSource = token.additional_info?.['creator_source']
  return (
    <Section id="facts" title="Facts">
      <div className={styles.factGroups}>
        {factGroups(results.advanced, typeof creatorSource === 'string' ? creatorSource : null).map((group) => (
          <div key={group.title}>
            <h3>{group.title}</h3>
            <dl className={styles.facts}>
              {group.facts.map((fact) => (
                <Fact key={fact.name} name={fact.name} title={fact.description}>
                  <Value fact={fact} />
                  {fact.note === undefined ? null : <span className="quiet"> {fact.note}</span>}
                </Fact>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </Section>
  )
}

function Value({ fact: { value } }: { fact: ScanFact }) {
  if (value.kind === 'address') return value.value === null ? <span className="quiet">{value.none}</span> : <AddressText address={value.value} />
  if (value.value === null)
    return <Tag tone="unknown" title="Could not be determined, which does not mean it is safe. See “Not determined” for the reason." text="unknown" />
  switch (value.kind) {
    case 'flag':
      return <Tag tone={value.value === value.risky ? 'warning' : 'ok'} text={value.value ? 'yes' : 'no'} />
    case 'percent':
      return <Percent value={value.value} />
    case 'amount':
      return <Amount value={value.value} />
    case 'text':
      return <span>{value.value}</span>
  }
}

function Pool({ network, pool }: { network: NetworkId; pool: string }) {
  const href = explorerPool(network, pool)
  const text = <AddressText address={pool} copy={false} />
  return href === null ? text : <ExternalLink href={href}>{text}</ExternalLink>
}

/** Locked liquidity by pool. */
export function Locks({ network, advanced }: { network: NetworkId; advanced: Advanced }) {
  const now = useNow()
  const rows = lockRows(advanced)
  const share = lockedShare(advanced)
  return (
    <Section id="locks" title="Liquidity">
      <p className="block-text">
        {share === null ? (
          'The locked share of liquidity is unknown.'
        ) : (
          <>Across all pools, weighted by size, {<Percent value={share} />} of liquidity is locked or burned.</>
        )}
      </p>
      {rows.length === 0 ? null : (
        <PlainTable dense columns={['Pool', 'How', { end: 'Share' }, 'Until']}>
          {rows.map(({ pool, how, percentage, unlockAt, undated }, at) => (
            <tr key={at}>
              <th scope="row">{rows[at - 1]?.pool === pool ? null : <Pool network={network} pool={pool} />}</th>
              <td>{how}</td>
              <PercentCell value={percentage} />
              {unlockAt === null ? (
                <td className="quiet">{undated}</td>
              ) : (
                <td className="num" title={exactTime(unlockAt)}>
                  {exactTime(unlockAt).slice(0, 10)} <span className="quiet">{formatAge(unlockAt, now)}</span>
                </td>
              )}
            </tr>
          ))}
        </PlainTable>
      )}
    </Section>
  )
}

export function TopHolders({ advanced }: { advanced: Advanced }) {
  if (advanced.top_holders.length === 0) return null
  return (
    <Section id="top-holders" title="Largest holders">
      <PlainTable dense columns={['Holder', { end: 'Balance' }, { end: 'Share' }]}>
        {advanced.top_holders.map((holder) => (
          <tr key={'token_account' in holder ? holder.token_account : holder.address}>
            <th scope="row">
              <AddressText address={holder.address} />
            </th>
            <AmountCell value={holder.balance} />
            <PercentCell value={holder.percentage} />
          </tr>
        ))}
      </PlainTable>
    </Section>
  )
}
